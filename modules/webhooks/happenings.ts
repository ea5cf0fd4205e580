import type { BillEvent, BillTerms } from '../bills/events.ts'
import type { CampaignEvent } from '../campaigns/events.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { PayorEvent, UploadEvent } from '../payors/events.ts'
import { type EventStore, isSetAside, type Revision, type StreamName } from '../platform/event-store/event-store.ts'
import type { ProgramEvent } from '../programs/events.ts'
import type { HappeningData, HappeningType } from './contract.ts'

type Figures = Readonly<{ amount: Cents; balance: Cents; isPaid: boolean }>
/** A bill before an event of it, and after. */
type AroundBill = Readonly<{ event: BillEvent; terms: BillTerms; before: Figures | null; after: Figures }>
type Moved = Readonly<{ paymentId: HappeningData<'payment.reversed'>['paymentId']; applied: Cents; unapplied: Cents }>

type Told = { [Type in HappeningType]: Readonly<{ type: Type; data: HappeningData<Type> }> }[HappeningType]
type Event = BillEvent | CampaignEvent | PayorEvent | ProgramEvent | UploadEvent
type EventType = Event['type']
type DataOf<Type extends EventType> = Extract<Event, { type: Type }>['data']
type Teller<Type extends EventType> = (data: DataOf<Type>, around: Type extends BillEvent['type'] ? AroundBill : null) => readonly Told[]

const tell = <Type extends HappeningType>(type: Type, data: HappeningData<Type>): readonly Told[] => [{ type, data } as Told]

const ofBill = ({ terms, after }: AroundBill) =>
  ({ billId: terms.billId, programId: terms.programId, payorId: terms.payorId, currency: 'USD', balanceCents: after.balance }) as const
const bill = (around: AroundBill) => ({ ...ofBill(around), amountCents: around.after.amount })
const moved = ({ paymentId, applied, unapplied }: Moved, around: AroundBill) =>
  ({ ...ofBill(around), paymentId, amountCents: applied + unapplied, appliedCents: applied }) as const

/** Which happening follows from each event; null: none. A bill that becomes paid, or open again, is told of besides. */
const tellers: { readonly [Type in EventType]: Teller<Type> | null } = {
  BillIssued: ({ dueDate }, around) => tell('bill.issued', { ...bill(around), dueDate }),
  BillAmountChanged: (_, around) => tell('bill.amount_changed', bill(around)),
  BillAdjusted: (_, around) => tell('bill.amount_changed', bill(around)),
  BillArchived: ({ waived }, around) => tell('bill.archived', { ...bill(around), waivedCents: waived }),
  BillUnarchived: (_, around) => tell('bill.restored', bill(around)),
  BillReplaced: null,
  PaymentClaimed: ({ claimId, method }, around) => tell('payment.claimed', { ...ofBill(around), claimId, method }),
  PaymentClaimOverdue: null,
  PaymentClaimWithdrawn: ({ claimId }, around) => tell('payment.claim_withdrawn', { ...ofBill(around), claimId }),
  PaymentNotReceived: ({ claimId }, around) => tell('payment.not_received', { ...ofBill(around), claimId }),
  PaymentRecorded: ({ paymentId, amount, applied, method, receivedOn }, around) =>
    tell('payment.recorded', { ...moved({ paymentId, applied, unapplied: amount - applied }, around), method, receivedOn }),
  PaymentReversed: (data, around) => tell('payment.reversed', moved(data, around)),
  PaymentFeeNoted: ({ paymentId, fee, net }, around) => tell('payment.fee_noted', { ...ofBill(around), paymentId, feeCents: fee, netCents: net }),
  PaymentAttemptOpened: null,
  PaymentIntentCreated: null,
  PaymentAttemptClosed: null,
  DebitStarted: ({ amount }, around) => tell('payment.debit_started', { ...ofBill(around), amountCents: amount }),
  DebitFailed: (_, around) => tell('payment.debit_failed', ofBill(around)),
  ReceiptRequested: null,
  RefundRequested: null,
  PaymentRefunded: (data, around) => tell('payment.refunded', { ...moved(data, around), refundId: data.refundId }),
  RefundFailed: (data, around) => tell('payment.refund_failed', { ...moved(data, around), refundId: data.refundId }),
  PaymentDisputed: (data, around) => tell('payment.disputed', { ...moved(data, around), disputeId: data.disputeId }),
  DisputeWon: (data, around) => tell('payment.dispute_won', { ...moved(data, around), disputeId: data.disputeId }),
  DisputeLost: ({ paymentId, disputeId }, around) => tell('payment.dispute_lost', { ...ofBill(around), paymentId, disputeId }),
  CreditUsed: null,
  CreditReturned: null,
  CreditApplied: ({ paymentId, fromBillId, amount }, around) =>
    amount === 0 ? [] : tell('credit.applied', { ...ofBill(around), paymentId, fromBillId, amountCents: amount }),
  CreditTakenBack: ({ paymentId, fromBillId, amount }, around) =>
    tell('credit.taken_back', { ...ofBill(around), paymentId, fromBillId, amountCents: amount }),
  CreditRefunded: ({ paymentId, refundId, amount }, around) =>
    tell('credit.refunded', { ...ofBill(around), paymentId, refundId, amountCents: amount }),

  MemberAdded: ({ memberId, kind }) => tell('payor.entered', { payorId: memberId, kind }),
  MemberChanged: ({ memberId, kind }) => tell('payor.changed', { payorId: memberId, kind }),
  MemberForgotten: ({ memberId }) => tell('payor.forgotten', { payorId: memberId }),
  UploadStarted: null,
  MembersRegistered: ({ members }) => members.flatMap(({ memberId, kind }) => tell('payor.entered', { payorId: memberId, kind })),
  PayorsEnrolled: null,
  PayorEnrolled: null,
  PayorRemoved: null,

  ProgramCreated: ({ programId }) => tell('program.created', { programId }),
  ProgramChanged: ({ programId }) => tell('program.changed', { programId }),
  PaymentProfileAttached: null,
  ProgramActivated: ({ programId }) => tell('program.activated', { programId }),
  ProgramCompleted: ({ programId }) => tell('program.completed', { programId }),
  ProgramArchived: ({ programId }) => tell('program.archived', { programId }),

  CampaignScheduled: null,
  CampaignFailed: ({ programId }) => tell('campaign.failed', { programId }),
  CampaignLaunched: ({ programId }) => tell('campaign.launched', { programId }),
  CampaignPaused: ({ programId }) => tell('campaign.paused', { programId }),
  CampaignResumed: ({ programId }) => tell('campaign.resumed', { programId }),
  CampaignRunRequested: null,
  CampaignPeriodBilled: null,
  CampaignCompleted: ({ programId }) => tell('campaign.completed', { programId }),
  CampaignReopened: ({ programId }) => tell('campaign.reopened', { programId }),
}

/** Whether an event leads to a happening. */
export const isToldOf = (type: string): boolean => Object.hasOwn(tellers, type) && tellers[type as EventType] !== null

/** The categories of streams whose events lead to happenings. */
export const TOLD_CATEGORIES = ['bill', 'campaign', 'member', 'program', 'upload'] as const

const toldBy = (event: Event, around: AroundBill | null): readonly Told[] =>
  (tellers[event.type] as ((data: object, around: AroundBill | null) => readonly Told[]) | null)?.(event.data, around) ?? []

const settling = (around: AroundBill): readonly Told[] => {
  const { before, after, event } = around
  if (!before || before.isPaid === after.isPaid || event.type === 'BillArchived' || event.type === 'BillUnarchived') return []
  return tell(after.isPaid ? 'bill.paid' : 'bill.reopened', bill(around))
}

export type Happenings = Readonly<{ networkId: NetworkId; told: readonly Told[] }>

export type HappeningsDependencies = Readonly<{
  store: Pick<EventStore, 'read'>
  billAround: (stream: StreamName, revision: Revision) => Promise<AroundBill | null>
}>

/**
 * What follows from an event, and in which network; null for one that was set aside.
 * @throws Error for one that stands unread: whatever follows from it is told once a release reads it, or it is set aside
 */
export const happeningsAt =
  ({ store, billAround }: HappeningsDependencies) =>
  async (stream: StreamName, revision: Revision): Promise<Happenings | null> => {
    if (stream.startsWith('bill-')) {
      const around = await billAround(stream, revision)
      return around && { networkId: around.terms.networkId, told: [...toldBy(around.event, around), ...settling(around)] }
    }
    const events = await store.read(stream)
    const event = events[revision]
    const networkId = networkIn(event?.data) ?? networkIn(events[0]?.data)
    if (event?.unfolded) throw new Error('the event cannot be read yet')
    if (!event || !networkId || isSetAside(event)) return null
    return { networkId, told: toldBy(event as unknown as Event, null) }
  }

/** The network that an event names itself. */
export const networkIn = (data: Readonly<Record<string, unknown>> | undefined): NetworkId | null => (data?.networkId as NetworkId | undefined) ?? null
