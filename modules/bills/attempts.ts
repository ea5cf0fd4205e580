import { setTimeout } from 'node:timers/promises'
import type { Clock, Instant } from '../kernel/dates.ts'
import { DomainError, missing, nullWithoutAccess, refused } from '../kernel/errors.ts'
import { BillId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler, type Handled, type Loaded, tooManyChanges } from '../platform/handle.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { reaction } from '../platform/process.ts'
import { billCodec } from './codec.ts'
import type { IntentPort, OpenIntent, PayableBy, SeenIntent } from './contract.ts'
import { billDecider } from './decider.ts'
import { balanceOf } from './effect.ts'
import { billEvents, billStream } from './events.ts'
import { type BillState, liveAttempt } from './state.ts'

const THING = 'Assessment bill'
/** An intent may be paid or cancelled while it is looked at, and another one opened. */
const TRIES = 3

/** For what goes on without Stripe: it is done later. */
export const unlessUnavailable = (error: unknown): null => {
  if (error instanceof DomainError && error.reason === 'unavailable') return null
  throw error
}

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'close-attempt': Readonly<{ billId: BillId }>
    'refund-payment': Readonly<{ billId: BillId; refundId: string }>
  }
}

/** Whether what the live attempt asks for is what is owed. */
const fits = (bill: NonNullable<BillState>): boolean => !bill.claim && liveAttempt(bill)?.amount === balanceOf(bill)

/** Whether money went back, or was to. */
const hasReturns = (bill: BillState): boolean => bill !== null && bill.stripeRefunds.size + bill.disputes.size > 0

/** Whether the bill knows of a bank debit under way by this intent, which may be of an earlier attempt than the live one. */
const hasDebitBy = (bill: BillState, intentId: string): boolean =>
  [...(bill?.attempts.values() ?? [])].some((one) => one.intentId === intentId && one.stage === 'processing')

const NOTED_WITHIN_MS = 300
/** So long after an intent was handed out its 3-D Secure challenge counts as somebody's payment under way. */
const CHALLENGE_MS = 10 * 60_000
const isBeingPaid = ({ challenge }: SeenIntent, now: Instant): boolean =>
  challenge !== null && Date.parse(now) - Date.parse(challenge.handedAt) < CHALLENGE_MS

type LoadedBill = Loaded<BillState>
type LiveAttempt = NonNullable<ReturnType<typeof liveAttempt>>

type Dependencies = Readonly<{ store: EventStore; personal: PersonalData; intents: IntentPort | null; addJob: (job: Job) => Promise<void> }>

/** Records Stripe's answers about an attempt, and ends attempts. */
const openObserving = ({ store, personal, intents, addJob }: Dependencies) => {
  const { load, handle } = commandHandler(store, billDecider, billCodec(personal))
  const port = (): IntentPort => {
    if (!intents) throw new DomainError('unavailable', 'unavailable', 'Card payments are not set up here.')
    return intents
  }

  /** Sees to it that an attempt which no longer fits its bill is cancelled: what changed the bill could not wait for Stripe. */
  const closeLater = async (bill: NonNullable<BillState>): Promise<void> => {
    const { billId } = bill.terms
    if (liveAttempt(bill)?.stage === 'open' && !fits(bill)) await addJob({ task: 'close-attempt', payload: { billId }, key: `attempt/${billId}` })
  }

  /** Looks at an intent, with all refunds and disputes where its bill has some: one that failed leaves no trace on the charge. */
  const readIntent = (accountId: string, intentId: string, bill: BillState): Promise<SeenIntent> =>
    port().observe(accountId, intentId, hasReturns(bill))

  /**
   * Records what Stripe says of an intent, deciding on the bill as it was `loaded` if nothing has come since. One that could be paid still,
   * though its attempt is over, is cancelled: a bank debit that came back leaves such an intent, and another one may be open by now.
   * @throws DomainError 409 `intent-mismatch` for one that is not this bill's
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
    if (said !== billId) throw new DomainError('refused', 'intent-mismatch', 'This payment does not belong to this assessment.')
    const isReturning = wasProcessing || hasDebitBy(loaded.state, intentId)
    const asked = receiptTo === undefined ? {} : { receiptTo }
    const command = { type: 'Observe', billId, observed: { ...observed, wasProcessing: isReturning }, ...asked } as const
    // Of an open intent nothing may be left to record, so no conflict would tell that its attempt is over by now.
    const handled = await handle(billStream(billId), command, circumstances, observed.status === 'open' ? undefined : loaded)
    const isLive = handled.state && liveAttempt(handled.state)?.intentId === intentId
    if (observed.status === 'open' && !isLive) await port().cancel(accountId, intentId)
    // Money that comes back may leave somebody about to pay what is no longer owed.
    if (handled.appended.length > 0 && handled.state) await closeLater(handled.state)
    return { seen, observed, ...handled }
  }

  /** `loaded` spares a read; `receiptTo`: the address that was typed for the receipt. */
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
   * Cancels the live attempt, so that nobody pays what is about to change; a bank debit under way stays. True when none is live any more.
   * @throws DomainError 503 `unavailable` when Stripe does not answer
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
    // Nobody was ever handed its secret, or its church has ended our access, without which nobody can pay by it.
    const { attempt, intentId } = live
    const { state } = await handle(billStream(billId), { type: 'CloseAttempt', billId, attempt, intentId }, circumstances)
    // Stripe may have answered meanwhile.
    return state ? release(billId, state, circumstances) : true
  }

  return { load, handle, port, closeLater, readIntent, record, observe, release }
}
type Observing = ReturnType<typeof openObserving>

/** The intents by which bills are paid. */
const openOpening = ({ load, handle, port, observe, release }: Observing) => {
  /** Has Stripe make the intent of an attempt that was just `opened`; null where the bill changed while Stripe was asked. */
  const createIntent = async (
    billId: BillId,
    opened: Handled<BillState>,
    attempt: LiveAttempt,
    { method, owner, payor, description, language }: Pick<PayableBy, 'method' | 'owner' | 'payor' | 'description' | 'language'>,
    circumstances: Circumstances,
  ): Promise<OpenIntent | null> => {
    const close = () => handle(billStream(billId), { type: 'CloseAttempt', billId, attempt: attempt.attempt, intentId: null }, circumstances)
    const intent = await port()
      .create({ billId, ...attempt, description, owner, language })
      .catch(async (error: unknown) => {
        if (error instanceof DomainError && error.reason === 'refused') await close()
        throw error
      })
    if (!intent) {
      // Another payor who asked at the same moment is about to note theirs; if their process has died, nobody notes it.
      await setTimeout(NOTED_WITHIN_MS)
      await close()
      return null
    }
    const note = { type: 'NoteIntent', billId, attempt: attempt.attempt, intentId: intent.intentId } as const
    const noted = await handle(billStream(billId), note, circumstances, { isReadable: true, repeated: [], ...opened })
    const { stage, intentId } = noted.state?.attempts.get(attempt.attempt) ?? {}
    if (stage !== 'open' || intentId !== intent.intentId) {
      // Nobody gets to pay by this one: another payor's may be the attempt's by now.
      await port().cancel(attempt.accountId, intent.intentId)
      return null
    }
    if (method !== 'credit' || payor) await port().offer(attempt.accountId, intent.intentId, { method, payor, at: circumstances.at, language })
    return intent
  }

  /**
   * The intent by which a bill's balance can be paid now: the live one where it fits and is the same owner's, else a new one. `loaded` spares a read.
   * @throws DomainError 409 `not-payable`, `method-not-enabled`, `amount-too-small`, `payment-under-way`; 503 `unavailable`; whatever `beforeNew` throws
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
      const isUnfit = live !== null && (live.amount !== balanceOf(before.state) || live.accountId !== accountId)
      if (!live || isUnfit) await beforeNew()
      if (isUnfit) await release(billId, before.state, circumstances)
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
        // Another payor's intent may keep what is paid with for them, so its secret is not given away (R85).
        if (isBeingPaid(seen, circumstances.at))
          throw refused('payment-under-way', 'Somebody else is paying this bill at this moment. Please try again in a few minutes.')
        if (state) await release(billId, state, circumstances)
      }
      // It was paid or cancelled meanwhile: the bill knows now, and says whether there is still something to pay.
    }
    throw tooManyChanges()
  }

  return open
}

/**
 * Asks Stripe for a refund; a repeat does not refund twice. Stripe keeps an idempotency key for one day
 * (docs.stripe.com/api/idempotent_requests), so a call with `again` first checks whether it is done.
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
 * Attempts to pay a bill by card or bank debit, and what comes of them. An attempt is in the log before Stripe hears of it, and everything
 * that Stripe tells is decided by the bill once, so that every call here may be repeated and interrupted at any line.
 */
export const billAttempts = (needs: Dependencies) => {
  const observing = openObserving(needs)
  const { load, observe, release, closeLater, readIntent, record } = observing
  const open = openOpening(observing)

  return {
    observe,
    release,
    open,

    /** The bill that an intent says it is for hears of it; null for an intent that is none of ours, as churches have others. */
    observeUnknown: async (accountId: string, intentId: string, circumstances: Circumstances, wasProcessing = false) => {
      const seen = await readIntent(accountId, intentId, null)
      const { data: billId } = BillId.safeParse(seen.billId)
      if (!billId) return null
      const bill = await load(billStream(billId))
      if (![...(bill.state?.attempts.values() ?? [])].some((attempt) => attempt.accountId === accountId)) return null
      // What was seen before the debit began says nothing of how it ended.
      const readsAgain = hasReturns(bill.state) || hasDebitBy(bill.state, intentId)
      const whole = readsAgain ? await readIntent(accountId, intentId, bill.state) : seen
      return record(billId, accountId, intentId, whole, circumstances, bill, { wasProcessing })
    },

    /** A bill as it is now, and what may be done about paying it; null for none. */
    payable: async (billId: BillId) => {
      const loaded = await load(billStream(billId))
      if (!loaded.state) return null
      const { terms, attempts } = loaded.state
      return {
        ...{ networkId: terms.networkId, programId: terms.programId },
        accountOf: (intentId: string) => [...attempts.values()].find((one) => one.intentId === intentId)?.accountId ?? null,
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

    /** Gives up an attempt that nobody has paid by; Stripe is asked first. */
    closeAbandoned: async (billId: BillId, circumstances: Circumstances): Promise<void> => {
      const { state } = await load(billStream(billId))
      const live = state && liveAttempt(state)
      if (!live) return
      const seen = live.intentId ? await nullWithoutAccess(observe(billId, live.accountId, live.intentId, circumstances)) : null
      const now = seen?.state ?? state
      // Another attempt may have begun meanwhile.
      if (liveAttempt(now)?.attempt === live.attempt) await release(billId, now, circumstances)
    },

    /** The same for commands that go ahead without it: what is paid after all is recorded when it comes. */
    releaseIfPossible: async (billId: BillId, bill: NonNullable<BillState>, circumstances: Circumstances): Promise<void> => {
      await release(billId, bill, circumstances).catch(unlessUnavailable)
    },

    refund: refunding(observing),
  }
}
export type BillAttempts = ReturnType<typeof billAttempts>

/** Refunds that were asked for are done, whatever became of whoever asked (R81). */
export const refundWhatWasRequested = reaction(billEvents, {
  name: 'refund-what-was-requested',
  categories: ['bill'],
  reactsTo: ['RefundRequested'],
  jobsFor: (events) =>
    events.map(({ data: { billId, refundId } }): Job => ({ task: 'refund-payment', payload: { billId, refundId }, key: `refund/${refundId}` })),
})

export const attemptTasks = (attempts: BillAttempts, now: Clock): Pick<Tasks, 'close-attempt' | 'refund-payment'> => ({
  'close-attempt': ({ billId }) => attempts.closeUnfit(billId, { actor: 'system:payments', at: now() }),
  'refund-payment': async ({ billId, refundId }) => {
    await attempts.refund(billId, refundId, { actor: 'system:payments', at: now(), cause: refundId }, { again: true }).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'refund-refused') throw error
    })
  },
})
