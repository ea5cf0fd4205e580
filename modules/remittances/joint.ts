import {
  type IntentPort,
  type JointPayable,
  type JointTerms,
  LEAST_BY_STRIPE,
  MOST_BY_STRIPE,
  type ObservedIntent,
  type OpenIntent,
  type SeenIntent,
} from '../bills/contract.ts'
import { DomainError, methodNotEnabled, refused } from '../kernel/errors.ts'
import { type BillId, PaymentId, type RemittanceId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { allSettled } from '../platform/each-in-turn.ts'
import type { Appended, Revision } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { type Joint, type JointPart, type RemittanceState, remittanceStream } from './events.ts'
import { remittanceHandler, type Settle, type Settling } from './settle.ts'
import { type RecordedPart, sharesOf } from './shares.ts'

type OnAttempt = Readonly<{ billId: BillId; attempt: number }>
type Terms = Omit<JointTerms, 'bill'>
/** The commands on bills (modules/bills/parts.ts). */
type JointBills = Readonly<{
  giveWay: (billId: BillId, circumstances: Circumstances) => Promise<void>
  openPart: (
    part: Readonly<{ billId: BillId; remittanceId: RemittanceId; whole: boolean }> & Terms,
    circumstances: Circumstances,
  ) => Promise<OnAttempt & Readonly<{ amount: Cents }>>
  notePart: (part: OnAttempt & Readonly<{ intentId: string }>, circumstances: Circumstances) => Promise<boolean>
  closePart: (part: OnAttempt, circumstances: Circumstances) => Promise<void>
  partNow: (
    billId: BillId,
    intentId: string,
  ) => Promise<RecordedPart & Readonly<{ revision: Revision; hasReturns: boolean; wasProcessing: boolean; receiptTo: string | null | undefined }>>
  observePart: (
    billId: BillId,
    observed: ObservedIntent,
    receiptTo: string | undefined,
    circumstances: Circumstances,
  ) => Promise<Readonly<{ shown: readonly Appended[]; isLive: boolean }>>
}>

export type JointDependencies = Pick<Settling, 'store' | 'personal'> &
  Readonly<{
    settle: Settle
    /** Null if Stripe is not set up. */
    intents: IntentPort | null
    bills: JointBills
  }>

/** Most tries to record what went back to payors, while the bills change. */
const TRIES = 5

const sumOf = (parts: readonly Readonly<{ amount: Cents }>[]): Cents => parts.reduce((sum, { amount }) => sum + amount, 0)
const mismatch = () => refused('intent-mismatch', 'This payment does not belong to these assessments.')
const underWay = () => refused('payment-under-way', 'Someone else is paying these bills right now. Please try again in a minute.')

/** Earliest due date first, so that requests for the same bills open them in the same order. */
const byDueDate = (a: JointTerms, b: JointTerms): number =>
  a.bill.dueDate === b.bill.dueDate ? (a.bill.billId < b.bill.billId ? -1 : 1) : a.bill.dueDate < b.bill.dueDate ? -1 : 1

/** The functions that record Stripe's answers about an intent that pays several bills. */
const openObserving = ({ store, personal, settle, intents, bills }: JointDependencies) => {
  const { load, handle } = remittanceHandler({ store, personal })
  const port = (): IntentPort => {
    if (!intents) throw new DomainError('unavailable', 'unavailable', 'Card payments are not set up here.')
    return intents
  }

  /** Records the intent on the remittance and its bills. False if an attempt is over, so that nobody must pay by it. */
  const note = async (remittanceId: RemittanceId, intentId: string, circumstances: Circumstances): Promise<boolean> => {
    const { state } = await handle(remittanceStream(remittanceId), { type: 'NoteIntent', intentId }, circumstances)
    const parts = state?.joint?.parts ?? []
    const noted = await Promise.all(parts.map(({ billId, attempt }) => bills.notePart({ billId, attempt, intentId }, circumstances)))
    return state?.stage === 'open' && state.joint?.intentId === intentId && noted.every(Boolean)
  }

  /** Records money that Stripe has taken, as a remittance. */
  const record = async (
    { terms, joint: { parts: all } }: NonNullable<RemittanceState> & Readonly<{ joint: Joint }>,
    { intentId, accountId, received, method, reference, language }: ObservedIntent,
    receiptTo: string | null | undefined,
    circumstances: Circumstances,
  ): Promise<readonly Appended[]> => {
    const { remittanceId, networkId, owner } = terms
    const parts = all.map(({ billId, paymentId, amount }) => ({ billId, paymentId, amount }))
    const money = { amount: received, method, reference, receivedOn: null, payerId: owner, stripe: { intentId, accountId } }
    const more = { ...(language && { language }), ...(receiptTo && { receiptTo }) }
    const command = { type: 'StartRemittance', remittanceId, networkId, owner, parts, ...money, ...more } as const
    await handle(remittanceStream(remittanceId), command, circumstances)
    return (await settle(remittanceId, circumstances.actor)).shown
  }

  /**
   * Records Stripe's state of an intent on its remittance and bills. The intent is read once more, after the bills, so
   * that the bills are not newer than the state. Null if the remittance is unknown. May be repeated, or interrupted at
   * any line.
   * @throws DomainError 409 `intent-mismatch`
   */
  const observeOnce = async (
    before: SeenIntent,
    circumstances: Circumstances,
    receiptTo?: string,
  ): Promise<Readonly<{ seen: SeenIntent; shown: readonly Appended[] }> | null> => {
    const { data: remittanceId } = PaymentId.safeParse(before.remittanceId)
    const state = remittanceId ? (await load(remittanceStream(remittanceId))).state : null
    const joint = state?.joint
    if (!remittanceId || !state || !joint) return null
    const { intentId, accountId, amount, currency } = before.observed
    const isOther = joint.intentId !== null && joint.intentId !== intentId
    if (isOther || joint.accountId !== accountId || sumOf(joint.parts) !== amount || currency !== 'usd') throw mismatch()
    if (joint.intentId === null) await note(remittanceId, intentId, circumstances)
    const partsNow = () => Promise.all(joint.parts.map(({ billId }) => bills.partNow(billId, intentId)))
    const parts = await partsNow()
    const hasReturns = parts.some((one) => one.hasReturns)
    const seen = await port().observe(accountId, intentId, hasReturns)
    const { status, refunds, disputes } = seen.observed
    const shown: Appended[] = []
    if (status === 'succeeded' && state.stage !== 'recorded')
      shown.push(...(await record({ ...state, joint }, seen.observed, parts[0]?.receiptTo, circumstances)))
    // Money that goes back is split by what the bills have recorded: they must not change meanwhile.
    const isSplit = refunds.length + disputes.length > 0
    const recorded = isSplit ? await partsNow() : parts
    const observed = await allSettled(
      sharesOf(seen.observed, joint.parts, recorded).map(({ part, observed: share }, n) => {
        const wasProcessing = before.observed.wasProcessing || Boolean(parts[n]?.wasProcessing)
        const as = isSplit ? { ...circumstances, expected: recorded[n]?.revision } : circumstances
        return bills.observePart(part.billId, { ...share, wasProcessing }, n === 0 ? receiptTo : undefined, as)
      }),
    )
    for (const one of observed) shown.push(...one.shown)
    const isOver = status === 'canceled' || (status === 'open' && !observed.every(({ isLive }) => isLive))
    if (isOver) shown.push(...(await handle(remittanceStream(remittanceId), { type: 'CloseRemittance' }, circumstances)).shown)
    // A bill has given up its attempt, or its debit was returned: the others must not be paid by this intent, either.
    if (isOver && status === 'open') {
      await port().cancel(accountId, intentId)
      const closed = await observeOnce(seen, circumstances)
      return closed && { ...closed, shown: [...shown, ...closed.shown] }
    }
    return { seen, shown }
  }

  const observe = async (...seen: Parameters<typeof observeOnce>): ReturnType<typeof observeOnce> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await observeOnce(...seen)
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== 'stale' || tries === TRIES) throw error
      }
    }
  }

  return { load, handle, port, note, observe }
}

/**
 * Payments of several bills by one card payment or bank debit. Every bill has its attempt with the same intent,
 * so whatever cancels a bill's attempt cancels the joint one. The money is recorded as a remittance (R140).
 */
export const jointPayments = (needs: JointDependencies) => {
  const { bills } = needs
  const { load, handle, port, note, observe } = openObserving(needs)

  const close = async (remittanceId: RemittanceId, parts: readonly OnAttempt[], circumstances: Circumstances): Promise<void> => {
    await allSettled(parts.map((part) => bills.closePart(part, circumstances)))
    if ((await load(remittanceStream(remittanceId))).state) await handle(remittanceStream(remittanceId), { type: 'CloseRemittance' }, circumstances)
  }

  /** Creates the intent of an open remittance, or finds the one that another request has created for it. */
  const create = async (
    remittanceId: RemittanceId,
    { accountId, parts, intentOwner: owner }: Joint,
    { method, payor, description, language }: JointPayable,
    circumstances: Circumstances,
  ): Promise<OpenIntent> => {
    const intent = await port()
      .create({ subject: { remittanceId }, amount: sumOf(parts), accountId, description, owner, language })
      .catch(async (error: unknown) => {
        if (error instanceof DomainError && error.reason === 'refused') await close(remittanceId, parts, circumstances)
        throw error
      })
    if (!intent) {
      await close(remittanceId, parts, circumstances)
      throw underWay()
    }
    if (!(await note(remittanceId, intent.intentId, circumstances))) {
      await port().cancel(accountId, intent.intentId)
      await observe(await port().observe(accountId, intent.intentId, false), circumstances)
      throw underWay()
    }
    if (method !== 'credit' || payor) await port().offer(accountId, intent.intentId, { method, payor, at: circumstances.at, language })
    return intent
  }

  /** The live intent of exactly these bills and this owner. Otherwise null, after cancelling their live attempts. */
  const liveOf = async (opening: JointPayable, circumstances: Circumstances): Promise<OpenIntent | null> => {
    const { terms, method, owner, payor, language } = opening
    const [first, ...others] = terms.map(({ bill }) => bill.live?.remittanceId ?? null)
    const isSame = first && others.every((other) => other === first) && terms.every(({ bill }) => bill.live?.amount === bill.amount)
    const { state } = isSame ? await load(remittanceStream(first)) : { state: null }
    const joint = state?.stage === 'open' && state.joint?.parts.length === terms.length ? state.joint : null
    if (first && joint?.intentOwner === owner && joint.accountId === terms[0]?.accountId) {
      if (joint.intentId === null) return create(first, joint, opening, circumstances)
      const now = await observe(await port().observe(joint.accountId, joint.intentId, false), circumstances)
      if (now?.seen.observed.status === 'open') {
        await port().offer(joint.accountId, joint.intentId, { method, payor, at: circumstances.at, language })
        return { intentId: joint.intentId, accountId: joint.accountId, clientSecret: now.seen.clientSecret, amount: sumOf(joint.parts) }
      }
    }
    for (const { bill } of terms) if (bill.live) await bills.giveWay(bill.billId, circumstances)
    return null
  }

  /**
   * The intent for paying these bills together: the live one, or else a new one. All bills must be on one account.
   * @throws DomainError 409 `not-payable`, `method-not-enabled`, `amount-too-small`, `payment-under-way`; 503
   * `unavailable`; any error of `beforeNew`
   */
  const open = async (opening: JointPayable, circumstances: Circumstances): Promise<OpenIntent> => {
    const { whole, payerId, owner, beforeNew } = opening
    const terms = opening.terms.toSorted(byDueDate)
    const [first] = terms
    if (!first) throw mismatch()
    const { accountId } = first
    const live = await liveOf({ ...opening, terms }, circumstances)
    if (live) return live
    await beforeNew()
    // The same bills in the same state get the same remittance, so a repeated request gets the same intent.
    const state = terms.map(({ bill }) => `${bill.billId}:${bill.amount}:${bill.attempts}`)
    const remittanceId = uuidV5(`pay/${owner}/${accountId}/${state.join('/')}`) as RemittanceId
    const parts: JointPart[] = []
    try {
      for (const { bill, ...payable } of terms) {
        const part = await bills.openPart({ ...payable, billId: bill.billId, remittanceId, whole }, circumstances)
        const paymentId = parts.length === 0 ? remittanceId : (uuidV5(`payment/${bill.billId}/${remittanceId}`) as PaymentId)
        parts.push({ ...part, paymentId })
      }
      if (sumOf(parts) > MOST_BY_STRIPE) throw methodNotEnabled()
      if (sumOf(parts) < LEAST_BY_STRIPE) throw refused('amount-too-small', 'The minimum for cards and bank debits is $0.50.')
    } catch (error) {
      await close(remittanceId, parts, circumstances)
      throw error
    }
    const joint = { accountId, intentOwner: owner, parts, intentId: null }
    const of = { remittanceId, networkId: first.bill.networkId, owner: payerId }
    await handle(remittanceStream(remittanceId), { type: 'OpenRemittance', ...of, accountId, intentOwner: owner, parts }, circumstances)
    return create(remittanceId, joint, opening, circumstances)
  }

  return { open, observe }
}
export type JointPayments = ReturnType<typeof jointPayments>
