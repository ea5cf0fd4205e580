import { z } from 'zod'
import { formatDay, type LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, eventsOf, foldOf, sealed, text } from '../kernel/events.ts'
import type { BillId, MandateId, NetworkId, ProfileId, ProgramId, UserId } from '../kernel/ids.ts'
import { type Language, languages } from '../kernel/language.ts'
import { type Cents, money } from '../kernel/money.ts'
import { type ChargeStage, endReasons, failureKinds } from './contract.ts'

export const mandateStream = (id: MandateId) => `mandate-${id}` as const

/** The charge of one due date of a bill. `on`: the day of the charge, or of its next try. */
export type Charge = Readonly<{
  billId: BillId
  dueDate: LocalDate
  amount: Cents
  on: LocalDate
  stage: ChargeStage
  failures: number
  intentId: string | null
}>

export type MandateState = Readonly<{
  networkId: NetworkId
  programId: ProgramId | null
  userId: UserId
  profileId: ProfileId
  accountId: string
  method: Readonly<{ kind: 'credit' | 'ach'; customerId: string; methodId: string }>
  /** Null once forgotten. */
  card: Readonly<{ brand: string; last4: string }> | null
  consent: string
  language: Language
  isEnded: boolean
  charges: ReadonlyMap<string, Charge>
}> | null

const onMandate = { mandateId: text<MandateId>() }
const onCharge = { ...onMandate, billId: text<BillId>(), dueDate: text<LocalDate>() }
type OnCharge = Readonly<{ billId: BillId; dueDate: LocalDate }>

export const chargeKey = ({ billId, dueDate }: OnCharge): string => `${billId} ${dueDate}`

const event = eventsOf<MandateState>()
/** The state with changes to one charge. */
const charged =
  <Data extends OnCharge>(changes: (data: Data, charge: Charge) => Partial<Charge>) =>
  (mandate: MandateState, data: Data): MandateState => {
    const { billId, dueDate } = data
    const blank: Charge = { billId, dueDate, amount: 0, on: dueDate, stage: 'noticed', failures: 0, intentId: null }
    const before = mandate?.charges.get(chargeKey(data)) ?? blank
    return mandate && { ...mandate, charges: new Map(mandate.charges).set(chargeKey(data), { ...before, ...changes(data, before) }) }
  }

/**
 * The events of a payor's autopay mandate (R134 to R137). They are kept forever: add optional fields only, or a new
 * event.
 */
export const mandateEvents = {
  MandateGiven: event(
    z.object({
      ...onMandate,
      networkId: text<NetworkId>(),
      /** Null: for all bills of the network that are paid to this account. */
      programId: text<ProgramId>().nullable(),
      userId: text<UserId>(),
      profileId: text<ProfileId>(),
      accountId: z.string(),
      method: z.object({ kind: z.enum(['credit', 'ach']), customerId: z.string(), methodId: z.string() }),
      card: sealed(z.object({ brand: z.string(), last4: z.string() })),
      /** The text to which the payor agreed, in the language of the page. */
      consent: z.object({ text: z.string(), language: z.enum(languages), at: z.string() }),
    }),
    {
      icon: 'card',
      says: 'Autopay started',
      evolve: (_, { mandateId: __, consent, ...mandate }) => ({
        ...mandate,
        consent: consent.text,
        language: consent.language,
        isEnded: false,
        charges: new Map(),
      }),
      webhook: null,
    },
  ),
  MandateEnded: event(z.object({ ...onMandate, because: z.enum(endReasons) }), {
    icon: 'cross',
    says: ({ because }) => `Autopay ended (${because.replaceAll('-', ' ')})`,
    evolve: (mandate) => mandate && { ...mandate, isEnded: true },
    webhook: null,
  }),
  /** A notice of a charge is due to the payor. No charge is larger or earlier than its notice. */
  ChargeNoticed: event(z.object({ ...onCharge, amount: cents, on: text<LocalDate>() }), {
    icon: 'bell',
    says: ({ amount, on }) => `Notice of a charge of ${money(amount)} on ${formatDay(on)}`,
    evolve: charged(({ amount, on }) => ({ amount, on, stage: 'noticed', failures: 0 })),
    webhook: null,
  }),
  ChargeSkipped: event(z.object(onCharge), {
    icon: 'pause',
    says: 'Charge skipped',
    evolve: charged(() => ({ stage: 'skipped' })),
    webhook: null,
  }),
  /** Stripe is about to be asked for the money of this intent. */
  ChargeStarted: event(z.object({ ...onCharge, amount: cents, intentId: z.string() }), {
    icon: 'card',
    says: ({ amount }) => `Charge of ${money(amount)} begun`,
    evolve: charged(({ intentId }) => ({ stage: 'started', intentId })),
    webhook: null,
  }),
  ChargeSucceeded: event(z.object(onCharge), {
    icon: 'check',
    says: 'Charge succeeded',
    evolve: charged(() => ({ stage: 'succeeded' })),
    webhook: null,
  }),
  /** `code`: Stripe's reason. `retryOn`: the day of the next try, if there is one. */
  ChargeFailed: event(z.object({ ...onCharge, kind: z.enum(failureKinds), code: z.string().nullable(), retryOn: text<LocalDate>().nullable() }), {
    icon: 'alert',
    says: ({ retryOn }) => `Charge failed${retryOn ? `, next try on ${formatDay(retryOn)}` : ''}`,
    evolve: charged(({ kind, retryOn }, { on, failures }) => ({
      stage: retryOn ? 'noticed' : 'failed',
      on: retryOn ?? on,
      failures: failures + (kind === 'interrupted' ? 0 : 1),
    })),
    webhook: null,
  }),
  /** The bill can no longer be charged: it is paid, claimed, archived or disputed, for example. */
  ChargeDropped: event(z.object({ ...onCharge, because: z.string() }), {
    icon: 'cross',
    says: 'Charge not needed',
    evolve: charged(() => ({ stage: 'dropped' })),
    webhook: null,
  }),
}
export type MandateEvent = EventOf<typeof mandateEvents>
export const mandateFold = foldOf<MandateState, typeof mandateEvents>(mandateEvents)
