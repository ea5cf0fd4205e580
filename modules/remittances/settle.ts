import type { Instant } from '../kernel/dates.ts'
import { DomainError, missing } from '../kernel/errors.ts'
import type { BillId, PaymentId, RemittanceId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { allSettled } from '../platform/each-in-turn.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler, type Handled } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { remittanceCodec } from './codec.ts'
import { remittanceDecider } from './decider.ts'
import { type Allocation, type RemittanceState, remittanceStream, type StartedTerms } from './events.ts'
import type { DepositItems } from './in-deposits.ts'

type OnBill = Readonly<{ billId: BillId; paymentId: PaymentId; remittanceId: RemittanceId }>
/** The commands by which bills take and release their parts (modules/bills/parts.ts). */
export type Parts = Readonly<{
  hold: (
    part: OnBill &
      Pick<StartedTerms, 'amount' | 'method' | 'reference' | 'receivedOn'> &
      Readonly<{ stripe?: Readonly<{ intentId: string; accountId: string; attempt: number }> }>,
    circumstances: Circumstances,
  ) => Promise<Readonly<{ applied: Cents; revision: number }>>
  release: (part: OnBill, circumstances: Circumstances) => Promise<void>
}>

export type Settling = Readonly<{
  store: EventStore
  personal: PersonalData
  bills: Parts
  deposits: Pick<DepositItems, 'add' | 'drop'>
  now: () => Instant
}>

const isRefusal = (error: unknown): error is DomainError => error instanceof DomainError && (error.reason === 'refused' || error.reason === 'missing')

export const remittanceHandler = ({ store, personal }: Pick<Settling, 'store' | 'personal'>) =>
  commandHandler(store, remittanceDecider, remittanceCodec(personal))

type Ended = Pick<Handled<RemittanceState>, 'state' | 'shown'> & Readonly<{ refusal: DomainError | null }>

/**
 * Completes a remittance: its deposit takes the money and every bill its part, then one event records the whole. If
 * one of them refuses, the remittance is refused and the others release theirs. May be repeated, run twice at once, or
 * be interrupted at any line: until the remittance is recorded nobody sees a part of it (R131, DECISIONS 25 and 26).
 */
export const settling = ({ store, personal, bills, deposits, now }: Settling) => {
  const { load, handle } = remittanceHandler({ store, personal })
  return async (remittanceId: RemittanceId, actor = 'system:remittances'): Promise<Ended> => {
    // All who settle this remittance name the same cause, so that none of its events is written twice.
    const circumstances = { actor, at: now(), cause: `remittance/${remittanceId}` }
    const stream = remittanceStream(remittanceId)
    const { state, shown: before } = await load(stream)
    if (!state) throw missing('Remittance')
    const { parts } = state.terms
    const depositId = state.received?.depositId
    const releaseAll = () =>
      allSettled([
        ...parts.map((part) => bills.release({ ...part, remittanceId }, circumstances)),
        ...(depositId ? [deposits.drop({ depositId, remittanceId }, circumstances)] : []),
      ])
    if (state.stage !== 'started' || !state.received) {
      if (state.stage === 'refused') await releaseAll()
      return { state, shown: before, refusal: null }
    }
    const { amount, method, reference, receivedOn, stripe } = state.received
    const atStripe = (billId: BillId) => {
      const attempt = state.joint?.parts.find((part) => part.billId === billId)?.attempt
      return stripe && attempt !== undefined ? { stripe: { ...stripe, attempt } } : {}
    }
    // The deposit comes first: while it is being closed, it settles what it has taken.
    const [deposited] = await Promise.allSettled(depositId ? [deposits.add({ depositId, remittanceId, amount }, circumstances)] : [])
    const depositFailed = deposited?.status === 'rejected' ? [{ billId: null, error: deposited.reason as unknown }] : []
    const held = await Promise.allSettled(
      (depositFailed.length > 0 ? [] : parts).map(
        async (part): Promise<Allocation> => ({
          ...part,
          ...(await bills.hold({ ...part, remittanceId, method, reference, receivedOn, ...atStripe(part.billId) }, circumstances)),
        }),
      ),
    )
    const failures = [
      ...depositFailed,
      ...held.flatMap((one, i) => (one.status === 'rejected' ? [{ billId: parts[i]?.billId as BillId, error: one.reason as unknown }] : [])),
    ]
    const refusing = failures.find(({ error }) => isRefusal(error))
    if (failures[0] && !refusing) throw failures[0].error
    const allocations = held.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const ended = await handle(
      stream,
      refusing ? { type: 'RefuseRemittance', billId: refusing.billId } : { type: 'RecordRemittance', allocations },
      // Another cause, so that the store does not take one outcome for a repeat of the other.
      refusing ? { ...circumstances, cause: `${circumstances.cause}/refused` } : circumstances,
    )
    if (ended.state?.stage === 'refused') await releaseAll()
    const shown = [...ended.shown, ...(deposited?.status === 'fulfilled' ? deposited.value : [])]
    return { ...ended, shown, refusal: ended.state?.stage === 'refused' && isRefusal(refusing?.error) ? refusing.error : null }
  }
}
export type Settle = ReturnType<typeof settling>
