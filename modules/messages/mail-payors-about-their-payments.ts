import { setTimeout as pause } from 'node:timers/promises'
import type { PositionChange } from '../bills/contract.ts'
import { type BillEvent, billEvents } from '../bills/events.ts'
import type { Instant } from '../kernel/dates.ts'
import { type SealedFor, sealedLike } from '../kernel/events.ts'
import type { BillId, MessageId, NetworkId, PaymentId, PayorId, ProgramId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../platform/event-store/event-store.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import { reaction } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { type RemittanceEvent, remittanceEvents } from '../remittances/events.ts'
import type { Outbox, Purpose } from './contract.ts'
import type { QueuedAbout } from './events.ts'
import { changeBy, changingEvents, onlyOnceMailed } from './values.ts'

/** If more callers than this wait for the read models, there is a rush. */
const RUSH = 3
/** The requests of a rush come in batches, so it is over only after this many calm checks in a row. */
const CALM_CHECKS = 5
const POLL_EVERY_MS = 25
const PUT_OFF_MS = 3_000

/** Delays background work while many callers wait for answers, by three seconds at most (DECISIONS 15). */
export const untilCalm = async (awaiting: () => number): Promise<void> => {
  const deadline = performance.now() + PUT_OFF_MS
  for (let calm = 0; performance.now() < deadline; await pause(POLL_EVERY_MS)) {
    calm = awaiting() > RUSH ? 0 : calm + 1
    if (calm === CALM_CHECKS) return
  }
}

type Notice = Readonly<{
  billId: BillId
  purpose: Purpose
  paymentId: PaymentId | null
  note: string | null
  messageId: MessageId
  position: string
  /** For a change of what the payor owes or has paid: the revision of the bill's event. */
  revision?: number
  /** For such a change: the time of the event. */
  at?: Instant
  /** All bills of a claim for several. */
  together?: readonly BillId[]
}> &
  Pick<QueuedAbout, 'language' | 'to'> &
  SealedFor

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'mail-payors': Readonly<{ notices: readonly Notice[] }>
  }
}

type NoticeData = Pick<Notice, 'purpose' | 'paymentId' | 'note' | 'language' | 'to' | 'together'> & SealedFor

const inLanguage = ({ language }: Pick<QueuedAbout, 'language'>): Pick<QueuedAbout, 'language'> => (language ? { language } : {})

/** The receipt for a guest's address, if one was entered. None once the payor is forgotten. */
const guestReceipt = (
  paymentId: PaymentId,
  data: Readonly<{ receiptTo?: string | null }> & Pick<QueuedAbout, 'language'> & SealedFor,
): NoticeData[] =>
  data.receiptTo ? [{ purpose: 'guest-receipt', paymentId, note: null, to: data.receiptTo, ...inLanguage(data), ...sealedLike(data) }] : []

const noticesOf = (event: BillEvent): readonly NoticeData[] => {
  switch (event.type) {
    case 'PaymentRecorded': {
      const { paymentId } = event.data
      return [{ purpose: 'receipt', paymentId, note: null, ...inLanguage(event.data) }, ...guestReceipt(paymentId, event.data)]
    }
    case 'ReceiptRequested':
      return event.data.paymentId ? guestReceipt(event.data.paymentId, event.data) : []
    case 'PaymentClaimed':
      // It asks the payor about their own claim.
      if (event.data.payerId) return []
      return [
        {
          purpose: 'claim-received',
          paymentId: null,
          note: null,
          ...inLanguage(event.data),
          ...(event.data.together && { together: event.data.together }),
        },
      ]
    case 'PaymentNotReceived':
      return [{ purpose: 'claim-not-received', paymentId: null, note: event.data.reason, ...sealedLike(event.data) }]
    default: {
      const change = changeBy(event)
      return change ? [{ purpose: change.purpose, paymentId: null, note: null, ...('language' in event.data ? inLanguage(event.data) : {}) }] : []
    }
  }
}

/**
 * The id limits mails that strangers can cause. Anyone can claim a payment, withdraw the claim and claim again: one
 * mail per bill and day (R91). Anyone can enter an address for a receipt: one mail per payment.
 */
const idOf = (event: RecordedEvent, { purpose, paymentId }: NoticeData, billId: BillId): MessageId => {
  if (purpose === 'claim-received') return uuidV5(`claim-received/${billId}/${event.metadata.at.slice(0, 10)}`) as MessageId
  return uuidV5(purpose === 'guest-receipt' ? `guest-receipt/${paymentId}` : `notice/${event.id}`) as MessageId
}

/** The receipt for a bill goes to its payor, even if somebody else paid. */
const receiptsFor = (event: RecordedEvent & Extract<RemittanceEvent, { type: 'RemittanceRecorded' }>): Notice[] => {
  const { allocations } = event.data
  const position = String(event.position)
  const receipts = allocations.map(
    ({ billId, paymentId }): Notice => ({
      ...{ billId, purpose: 'receipt', paymentId, note: null, position, ...inLanguage(event.data) },
      messageId: uuidV5(`notice/${event.id}/${paymentId}`) as MessageId,
    }),
  )
  const toGuest = allocations
    .slice(0, 1)
    .flatMap(({ billId, paymentId }) =>
      guestReceipt(paymentId, event.data).map((notice) => ({ billId, messageId: idOf(event, notice, billId), position, ...notice })),
    )
  return [...receipts, ...toGuest]
}

const withReceipt: ReadonlySet<Purpose> = new Set(['receipt', 'guest-receipt'])

/** The largest number of mails in one job. They wait together: until a rush is over, then for the read models. */
const MAILS_A_JOB = 20
/** These jobs come after refunds and Stripe's webhooks, whose jobs have priority 0. */
const PRIORITY = 1
const LATER_MS = 3_600_000

/**
 * Mails payors about payments that arrived, claims, rejected claims, and other changes of what they owe or have paid
 * (R92).
 */
export const mailPayorsAboutTheirPayments = reaction(
  { ...billEvents, RemittanceRecorded: remittanceEvents.RemittanceRecorded },
  {
    name: 'mail-payors-about-their-payments',
    categories: ['bill', 'remittance'],
    reactsTo: ['PaymentRecorded', 'RemittanceRecorded', 'ReceiptRequested', 'PaymentClaimed', 'PaymentNotReceived', ...changingEvents],
    jobsFor: (events) => {
      const notices = events.flatMap((event): Notice[] => {
        if (event.type === 'RemittanceRecorded') return receiptsFor(event)
        const { billId } = event.data
        const place = changeBy(event) ? { revision: event.revision, at: event.metadata.at } : {}
        return noticesOf(event).map((notice) => ({
          billId,
          messageId: idOf(event, notice, billId),
          position: String(event.position),
          ...notice,
          ...place,
        }))
      })
      const jobs: Job[] = []
      for (let i = 0; i < notices.length; i += MAILS_A_JOB) {
        const some = notices.slice(i, i + MAILS_A_JOB)
        jobs.push({ task: 'mail-payors', payload: { notices: some }, key: `mail-payors/${some[0]?.position}`, priority: PRIORITY })
      }
      return jobs
    },
  },
)

/** The same job, an hour later: its bill has reached the limit of mails per hour. */
export const later = (job: Job): Job => ({ ...job, runAt: new Date(Date.now() + LATER_MS).toISOString() })

export type Billed = Readonly<{ networkId: NetworkId; programId: ProgramId; payorId: PayorId; email: string | null }>

export type NoticeDependencies = Readonly<{
  outbox: Outbox
  addJob: (job: Job) => Promise<void>
  now: () => Instant
  billedOf: (id: BillId) => Promise<Billed | null>
  /** The bills that were paid together with each of these payments, in the order of their allocations. */
  paidTogether: (payments: readonly PaymentId[]) => Promise<ReadonlyMap<PaymentId, readonly BillId[]>>
  /** The change that an event made for the payor; null if no mail reports it. */
  positionChangeOf: (id: BillId, revision: number) => Promise<PositionChange | null>
  /**
   * The bills among `bills` that were mailed, or printed for lack of an address, each with the time when this first
   * happened.
   */
  mailedBills: (bills: readonly BillId[]) => Promise<ReadonlyMap<BillId, Instant>>
  /** True once the read models show the bills up to a position of the log. */
  billsShow: (position: bigint) => Promise<boolean>
  /** The number of callers in this process that wait for the read models. */
  awaiting: () => number
}>

export const payorMailTasks = ({
  outbox,
  addJob,
  now,
  billedOf,
  paidTogether,
  positionChangeOf,
  mailedBills,
  billsShow,
  awaiting,
}: NoticeDependencies): Pick<Tasks, 'mail-payors'> => ({
  'mail-payors': async ({ notices }) => {
    const last = notices.at(-1)
    if (!last) return
    await untilCalm(awaiting)
    if (!(await billsShow(BigInt(last.position)))) throw new Error('the read models lag behind')
    const unasked = notices.filter(({ purpose }) => onlyOnceMailed.has(purpose))
    const alreadyMailed = unasked.length > 0 ? await mailedBills(unasked.map(({ billId }) => billId)) : new Map<BillId, Instant>()
    /** True if the payor had the bill before the change. A bill mailed later already includes the change. */
    const isKnown = (billId: BillId, at: Instant): boolean => Date.parse(alreadyMailed.get(billId) ?? '') <= Date.parse(at)
    const paidWith = await paidTogether(notices.flatMap(({ purpose, paymentId }) => (paymentId && withReceipt.has(purpose) ? [paymentId] : [])))
    const read = new Map<BillId, Promise<Billed | null>>()
    const billed = (id: BillId): Promise<Billed | null> => {
      const reading = read.get(id) ?? billedOf(id)
      read.set(id, reading)
      return reading
    }
    /** The bills that a mail is about. An address gets one mail about all its bills in a payment or claim. */
    const billsIn = async ({ billId, paymentId, together, to }: Notice): Promise<readonly BillId[]> => {
      const all = together ?? paidWith.get(paymentId as PaymentId) ?? [billId]
      if (to || all.length === 1) return all
      const emails = await Promise.all(all.map(async (id) => (await billed(id))?.email?.toLowerCase()))
      return all.filter((_, i) => emails[i] === emails[all.indexOf(billId)])
    }
    const aboutOf = async (given: Notice): Promise<QueuedAbout[]> => {
      const { billId, position: _, together: __, revision, at = now(), ...notice } = given
      if (onlyOnceMailed.has(notice.purpose) && !isKnown(billId, at)) return []
      const bill = await billed(billId)
      if (!bill || !(bill.email || notice.to)) return []
      const bills = await billsIn(given)
      if (bills[0] !== billId) return []
      const change = revision === undefined ? null : await positionChangeOf(billId, revision)
      if (revision !== undefined && !change) return []
      const { networkId, programId, payorId } = bill
      return [
        {
          ...notice,
          networkId,
          programId,
          payorId,
          runId: null,
          bills: bills.map((billId) => ({ billId, rung: null })),
          ...(change ? { change } : {}),
        },
      ]
    }
    const mails = (await Promise.all(notices.map(aboutOf))).flat()
    const queued = await outbox.queue(
      mails.map((about) => ({ about, withheld: false })),
      { actor: 'system:mail', at: now(), cause: last.messageId },
    )
    let waits = false
    let isLate = false
    for (const networkId of new Set(mails.map((mail) => mail.networkId))) {
      const only = mails.filter((mail) => mail.networkId === networkId).map(({ messageId }) => messageId)
      const delivery = await outbox.deliver({ networkId, only }, new Set(only.filter((id) => queued.has(id))))
      waits ||= delivery === 'deferred' || delivery === 'down'
      isLate ||= delivery === 'later'
    }
    if (waits) throw new MailIsDown()
    if (isLate) await addJob(later({ task: 'mail-payors', payload: { notices }, key: `mail-payors/${last.position}/later`, priority: PRIORITY }))
  },
})
