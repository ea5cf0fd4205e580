import { setTimeout } from 'node:timers/promises'
import type { Instant } from '../kernel/dates.ts'
import { DomainError, missing, nullWithoutAccess, refused } from '../kernel/errors.ts'
import { BillId } from '../kernel/ids.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, type Handled, type Loaded, tooManyChanges } from '../platform/handle.ts'
import type { Job } from '../platform/jobs.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { billCodec } from './codec.ts'
import type { Decline, IntentPort, OpenIntent, PayableBy, SeenIntent } from './contract.ts'
import { billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'
import { attemptBy, type BillState, liveAttempt, nextOf } from './state.ts'
import { amountToPay } from './stripe-decider.ts'

const THING = 'Assessment bill'
/**
 * Most tries to find or create an intent. While one is read, its payor may pay it, or another request may cancel it.
 */
const TRIES = 3

/** Ignores an outage of Stripe, since a job does the work later. */
export const unlessUnavailable = (error: unknown): null => {
  if (error instanceof DomainError && error.reason === 'unavailable') return null
  throw error
}

/** True if the live attempt is for the next amount due, or for the whole balance. */
const fits = (bill: NonNullable<BillState>): boolean => {
  const live = liveAttempt(bill)
  return live !== null && !bill.claim && [true, false].some((whole) => live.amount === amountToPay(bill, { whole }))
}

/** True if money was refunded or disputed, or a refund is requested. */
export const hasReturns = (bill: BillState): boolean => bill !== null && bill.stripeRefunds.size + bill.disputes.size > 0

/** True if a bank debit by this intent is in progress. The debit may belong to an attempt before the live one. */
export const hasDebitBy = (bill: BillState, intentId: string): boolean => attemptBy(bill, intentId)?.stage === 'processing'

const NOTED_WITHIN_MS = 300
/** The time for which an open 3-D Secure challenge counts as a payment in progress. */
const CHALLENGE_MS = 10 * 60_000
const isBeingPaid = ({ challenge }: SeenIntent, now: Instant): boolean =>
  challenge !== null && Date.parse(now) - Date.parse(challenge.handedAt) < CHALLENGE_MS

const paidByAnother = () => refused('payment-under-way', 'Someone else is paying this bill right now. Please try again in a few minutes.')

type LoadedBill = Loaded<BillState>
type LiveAttempt = NonNullable<ReturnType<typeof liveAttempt>>

export type AttemptsNeeds = Readonly<{
  store: EventStore
  settleRemittance: SettleRemittance
  personal: PersonalData
  intents: IntentPort | null
  addJob: (job: Job) => Promise<void>
  /** Records the state of an intent that pays several bills, on all of them; null if its remittance is unknown. */
  observeRemittance: (seen: SeenIntent, circumstances: Circumstances, receiptTo?: string) => Promise<ObservedRemittance | null>
}>
type ObservedRemittance = Readonly<{ seen: SeenIntent; shown: readonly Appended[] }>

/** The functions that record Stripe's answers about an attempt, and close attempts. */
const openObserving = ({ store, settleRemittance, personal, intents, addJob, observeRemittance }: AttemptsNeeds) => {
  const { load, handle } = billHandler(store, settleRemittance, billCodec(personal))
  const port = (): IntentPort => {
    if (!intents) throw new DomainError('unavailable', 'unavailable', 'Card payments are not set up here.')
    return intents
  }

  /**
   * Queues a job that cancels the live attempt if it no longer fits its bill. For commands that cannot wait for Stripe.
   */
  const closeLater = async (bill: NonNullable<BillState>): Promise<void> => {
    const { billId } = bill.terms
    if (liveAttempt(bill)?.stage === 'open' && !fits(bill)) await addJob({ task: 'close-attempt', payload: { billId }, key: `attempt/${billId}` })
  }

  /**
   * Reads an intent. If the bill has refunds or disputes, these are read from Stripe, too, since a failed refund leaves
   * no trace on the charge.
   */
  const readIntent = (accountId: string, intentId: string, bill: BillState): Promise<SeenIntent> =>
    port().observe(accountId, intentId, hasReturns(bill))

  const observeJoint = (seen: SeenIntent, wasProcessing: boolean, circumstances: Circumstances, receiptTo?: string) =>
    observeRemittance({ ...seen, observed: { ...seen.observed, wasProcessing } }, circumstances, receiptTo)

  /**
   * Records Stripe's state of an intent. Decides on `loaded`, the bill as read before, unless the bill has newer
   * events. Cancels an intent that is still open although its attempt is over: a returned bank debit leaves its intent
   * open, and another attempt may be live by now.
   * @throws DomainError 409 `intent-mismatch` for an intent of another bill
   */
  const record = async (
    billId: BillId,
    accountId: string,
    intentId: string,
    seen: SeenIntent,
    circumstances: Circumstances,
    loaded: LoadedBill,
    { wasProcessing = false, receiptTo }: Readonly<{ wasProcessing?: boolean; receiptTo?: string | undefined }> = {},
  ) => {
    const { billId: said, observed } = seen
    const mismatch = () => refused('intent-mismatch', 'This payment does not belong to this assessment.')
    if (seen.remittanceId) {
      const joint = await observeJoint(seen, wasProcessing, circumstances, receiptTo)
      const after = await load(billStream(billId))
      if (!joint || !attemptBy(after.state, intentId)) throw mismatch()
      return { ...after, ...joint, observed: joint.seen.observed, appended: [] }
    }
    if (said !== billId) throw mismatch()
    const isReturning = wasProcessing || hasDebitBy(loaded.state, intentId)
    const asked = receiptTo === undefined ? {} : { receiptTo }
    const command = { type: 'Observe', billId, observed: { ...observed, wasProcessing: isReturning }, ...asked } as const
    // The bill is loaded again for an open intent: recording such an intent may append nothing, and then no conflict
    // would reveal that its attempt is over.
    const handled = await handle(billStream(billId), command, circumstances, observed.status === 'open' ? undefined : loaded)
    const isLive = handled.state && liveAttempt(handled.state)?.intentId === intentId
    if (observed.status === 'open' && !isLive) await port().cancel(accountId, intentId)
    // After a refund or dispute, a payor may still have a form open for the old amount.
    if (handled.appended.length > 0 && handled.state) await closeLater(handled.state)
    return { seen, observed, ...handled }
  }

  /**
   * Reads an intent and records its state. `loaded`: the bill, if the caller has read it. `receiptTo`: the address
   * entered for the receipt.
   */
  const observe = async (
    billId: BillId,
    accountId: string,
    intentId: string,
    circumstances: Circumstances,
    loaded?: LoadedBill,
    receiptTo?: string,
  ) => {
    const bill = loaded ?? (await load(billStream(billId)))
    return record(billId, accountId, intentId, await readIntent(accountId, intentId, bill.state), circumstances, bill, { receiptTo })
  }

  /**
   * Cancels the live attempt, so that nobody pays an amount that is about to change. A bank debit in progress cannot be
   * cancelled. True if no attempt is live afterwards.
   * @throws DomainError 503 `unavailable` if Stripe does not answer
   */
  const release = async (billId: BillId, bill: NonNullable<BillState>, circumstances: Circumstances): Promise<boolean> => {
    const live = liveAttempt(bill)
    if (!live) return true
    if (live.stage === 'processing') return false
    if (live.intentId) {
      await port().cancel(live.accountId, live.intentId)
      const seen = await nullWithoutAccess(observe(billId, live.accountId, live.intentId, circumstances))
      if (seen) return !seen.state || liveAttempt(seen.state) === null
    }
    // Either the attempt has no intent yet, so no browser can pay it; or the church has revoked our access.
    const { attempt, intentId } = live
    const { state } = await handle(billStream(billId), { type: 'CloseAttempt', billId, attempt, intentId }, circumstances)
    // Another request may have recorded the attempt's intent meanwhile, so this checks again.
    return state ? release(billId, state, circumstances) : true
  }

  /**
   * Cancels the live attempt for another payment.
   * @throws DomainError 409 `payment-under-way` during a 3-D Secure challenge
   */
  const giveWay = async (billId: BillId, bill: NonNullable<BillState>, circumstances: Circumstances): Promise<void> => {
    const live = liveAttempt(bill)
    if (live?.stage === 'open' && live.intentId) {
      const { seen, observed, state } = await observe(billId, live.accountId, live.intentId, circumstances)
      if (observed.status === 'open' && isBeingPaid(seen, circumstances.at)) throw paidByAnother()
      if (state) await release(billId, state, circumstances)
    } else await release(billId, bill, circumstances)
  }

  return { load, handle, port, closeLater, readIntent, record, observe, observeJoint, release, giveWay }
}
type Observing = ReturnType<typeof openObserving>

/** The functions that open intents for paying bills. */
const openOpening = ({ load, handle, port, observe, release, giveWay }: Observing) => {
  /** Creates the intent of the attempt in `opened`; null if the bill has changed meanwhile. */
  const createIntent = async (
    billId: BillId,
    opened: Handled<BillState>,
    attempt: LiveAttempt,
    { method, owner, payor, description, language }: Pick<PayableBy, 'method' | 'owner' | 'payor' | 'description' | 'language'>,
    circumstances: Circumstances,
  ): Promise<OpenIntent | null> => {
    const close = () => handle(billStream(billId), { type: 'CloseAttempt', billId, attempt: attempt.attempt, intentId: null }, circumstances)
    const intent = await port()
      .create({ ...attempt, subject: { billId, attempt: attempt.attempt }, description, owner, language })
      .catch(async (error: unknown) => {
        if (error instanceof DomainError && error.reason === 'refused') await close()
        throw error
      })
    if (!intent) {
      // Another payor's request has created an intent for the same attempt and will record it in a moment. If it is not
      // recorded by then, the process of that request has crashed, and the attempt is closed.
      await setTimeout(NOTED_WITHIN_MS)
      await close()
      return null
    }
    const note = { type: 'NoteIntent', billId, attempt: attempt.attempt, intentId: intent.intentId } as const
    const noted = await handle(billStream(billId), note, circumstances, { isReadable: true, repeated: [], ...opened })
    const { stage, intentId } = noted.state?.attempts.get(attempt.attempt) ?? {}
    if (stage !== 'open' || intentId !== intent.intentId) {
      // The attempt is over or has another payor's intent by now, so this intent must not be paid.
      await port().cancel(attempt.accountId, intent.intentId)
      return null
    }
    if (method !== 'credit' || payor) await port().offer(attempt.accountId, intent.intentId, { method, payor, at: circumstances.at, language })
    return intent
  }

  /**
   * Returns the intent for paying a bill's balance, the next part of its plan, or `most` of it: the live one if its
   * amount and owner are right, else a new one. `loaded`: the bill, if the caller has read it.
   * @throws DomainError 409 `not-payable`, `method-not-enabled`, `amount-too-small`, `payment-under-way`; 503
   * `unavailable`; any error of `beforeNew`
   */
  const open = async (
    billId: BillId,
    { method, owner, payor, description, language, beforeNew, ...payableBy }: PayableBy,
    circumstances: Circumstances,
    loaded?: LoadedBill,
  ): Promise<OpenIntent> => {
    const stream = billStream(billId)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = (tries === 0 && loaded) || (await load(stream))
      if (!before.state) throw missing(THING)
      const { accountId } = payableBy
      const live = liveAttempt(before.state)
      const isJoint = live?.remittanceId !== undefined
      const isUnfit = live !== null && (isJoint || live.amount !== amountToPay(before.state, payableBy) || live.accountId !== accountId)
      if (!live || isUnfit) await beforeNew()
      if (isUnfit) await (isJoint ? giveWay : release)(billId, before.state, circumstances)
      const command = { type: 'OpenAttempt', billId, ...payableBy } as const
      const opened = await handle(stream, command, circumstances, isUnfit ? undefined : before)
      const attempt = opened.state && liveAttempt(opened.state)
      if (!attempt) continue
      if (attempt.intentId === null) {
        const intent = await createIntent(billId, opened, attempt, { method, owner, payor, description, language }, circumstances)
        if (intent) return intent
        continue
      }
      const { seen, observed, state } = await observe(billId, accountId, attempt.intentId, circumstances)
      if (observed.status === 'open') {
        if (seen.owner === owner) {
          await port().offer(accountId, attempt.intentId, { method, payor, at: circumstances.at, language })
          return { intentId: attempt.intentId, accountId, clientSecret: seen.clientSecret, amount: attempt.amount }
        }
        // The intent may save its owner's card, so no other payor gets its secret (R85).
        if (isBeingPaid(seen, circumstances.at)) throw paidByAnother()
        if (state) await release(billId, state, circumstances)
      }
      // The intent was paid or cancelled meanwhile. The bill has recorded that, and the next try decides again.
    }
    throw tooManyChanges()
  }

  return open
}

/**
 * Requests a refund from Stripe; a repeat does not refund twice. Stripe keeps an idempotency key for only one day
 * (docs.stripe.com/api/idempotent_requests), so with `again` it first checks if the refund exists.
 */
const refunding =
  ({ load, handle, port, observe }: Observing) =>
  async (
    billId: BillId,
    refundId: string,
    circumstances: Circumstances,
    { again = false }: Readonly<{ again?: boolean }> = {},
  ): Promise<Handled<BillState> | null> => {
    const stream = billStream(billId)
    const loaded = await load(stream)
    const { state } = loaded
    const refund = state?.stripeRefunds.get(refundId)
    const paid = refund && state?.payments.get(refund.paymentId)?.stripe
    if (!refund || !paid || refund.stage !== 'requested') return null
    const { accountId, intentId } = paid
    if (again) {
      const seen = await observe(billId, accountId, intentId, circumstances, loaded)
      if (seen.state?.stripeRefunds.get(refundId)?.stage !== 'requested') return seen
    }
    try {
      await port().refund({ billId, refundId, accountId, intentId, amount: refund.amount })
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'refund-refused') throw error
      await handle(stream, { type: 'NoteRefusedRefund', billId, refundId }, circumstances)
      throw error
    }
    return observe(billId, accountId, intentId, circumstances)
  }

/**
 * Attempts to pay a bill by card or bank debit, and their results. An attempt is recorded before Stripe gets it, and
 * the bill records each of Stripe's reports once. So every call here may be repeated, or interrupted at any line.
 */
export const billAttempts = (needs: AttemptsNeeds) => {
  const observing = openObserving(needs)
  const { load, observe, release, closeLater, readIntent, record } = observing
  const open = openOpening(observing)

  return {
    observe,
    release,
    giveWay: observing.giveWay,
    open,

    /**
     * Records the state of an intent on the bill that its metadata names. Null for an intent that is not ours: churches
     * use their accounts for other sales, too.
     */
    observeUnknown: async (accountId: string, intentId: string, circumstances: Circumstances, wasProcessing = false) => {
      const seen = await readIntent(accountId, intentId, null)
      if (seen.remittanceId) {
        const joint = await observing.observeJoint(seen, wasProcessing, circumstances)
        return joint && { observed: joint.seen.observed, shown: joint.shown }
      }
      const { data: billId } = BillId.safeParse(seen.billId)
      if (!billId) return null
      const bill = await load(billStream(billId))
      if (![...(bill.state?.attempts.values() ?? [])].some((attempt) => attempt.accountId === accountId)) return null
      // The first read may be from before the debit began, and then does not show how the debit ended.
      const readsAgain = hasReturns(bill.state) || hasDebitBy(bill.state, intentId)
      const whole = readsAgain ? await readIntent(accountId, intentId, bill.state) : seen
      return record(billId, accountId, intentId, whole, circumstances, bill, { wasProcessing })
    },

    /**
     * Charges an open intent to a saved method of its customer (R136). A declined one is cancelled, and its attempt is
     * closed.
     */
    charge: async (billId: BillId, accountId: string, intentId: string, methodId: string, circumstances: Circumstances): Promise<Decline | null> => {
      const declined = await observing.port().charge(accountId, intentId, methodId)
      const { observed, state } = await observe(billId, accountId, intentId, circumstances)
      if (observed.status !== 'open') return null
      if (state && liveAttempt(state)?.intentId === intentId) await release(billId, state, circumstances)
      return declined ?? { code: observed.failure, decline: null }
    },

    /** Cancels an intent that is not to be charged after all. */
    cancel: async (billId: BillId, intentId: string, circumstances: Circumstances): Promise<void> => {
      const { state } = await load(billStream(billId))
      if (state && liveAttempt(state)?.intentId === intentId) await release(billId, state, circumstances)
    },

    /** The bill as of now, for paying it; null if it does not exist. */
    payable: async (billId: BillId) => {
      const loaded = await load(billStream(billId))
      if (!loaded.state) return null
      const { terms } = loaded.state
      const next = nextOf(loaded.state)
      const attemptOf = (intentId: string) => attemptBy(loaded.state, intentId) ?? null
      return {
        ...{ networkId: terms.networkId, programId: terms.programId, payorId: terms.payorId },
        dueDate: next?.dueDate ?? terms.dueDate,
        owed: next?.amount ?? 0,
        isDisputed: [...loaded.state.disputes.values()].some(({ stage }) => stage !== 'won'),
        attemptOf,
        accountOf: (intentId: string) => attemptOf(intentId)?.accountId ?? null,
        open: (payableBy: PayableBy, circumstances: Circumstances) => open(billId, payableBy, circumstances, loaded),
        observe: (accountId: string, intentId: string, circumstances: Circumstances, receiptTo?: string) =>
          observe(billId, accountId, intentId, circumstances, loaded, receiptTo),
      }
    },

    closeLater,
    closeUnfit: async (billId: BillId, circumstances: Circumstances): Promise<void> => {
      const { state } = await load(billStream(billId))
      if (state && !fits(state)) await release(billId, state, circumstances)
    },

    /** Closes an attempt that has gone unpaid for a day, after checking with Stripe. */
    closeAbandoned: async (billId: BillId, circumstances: Circumstances): Promise<void> => {
      const { state } = await load(billStream(billId))
      const live = state && liveAttempt(state)
      if (!live) return
      const seen = live.intentId ? await nullWithoutAccess(observe(billId, live.accountId, live.intentId, circumstances)) : null
      const now = seen?.state ?? state
      // Another attempt may be live by now.
      if (liveAttempt(now)?.attempt === live.attempt) await release(billId, now, circumstances)
    },

    /**
     * Like `release`, but ignores an outage of Stripe, for commands that run in any case. If the payor pays the old
     * amount later, the payment is recorded.
     */
    releaseIfPossible: async (billId: BillId, bill: NonNullable<BillState>, circumstances: Circumstances): Promise<void> => {
      await release(billId, bill, circumstances).catch(unlessUnavailable)
    },

    refund: refunding(observing),
  }
}
export type BillAttempts = ReturnType<typeof billAttempts>
