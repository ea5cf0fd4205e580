import type { BillEvent } from '../bills/events.ts'
import type { Instant } from '../kernel/dates.ts'
import { type SealedFor, sealedLike } from '../kernel/decider.ts'
import type { BillId, MemberId, MessageId, NetworkId, PaymentId, ProgramId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../platform/event-store/event-store.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import type { Process } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { Outbox, Purpose } from './contract.ts'
import type { MessageAbout } from './events.ts'
import { untilCalm } from './until-calm.ts'

type Notice = Readonly<{
  billId: BillId
  purpose: Purpose
  paymentId: PaymentId | null
  note: string | null
  messageId: MessageId
  position: string
}> &
  SealedFor

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'mail-payors': Readonly<{ notices: readonly Notice[] }>
  }
}

const noticeOf = (event: BillEvent): (Pick<Notice, 'purpose' | 'paymentId' | 'note'> & SealedFor) | null => {
  switch (event.type) {
    case 'PaymentRecorded':
      return { purpose: 'receipt', paymentId: event.data.paymentId, note: null }
    case 'PaymentClaimed':
      return { purpose: 'claim-received', paymentId: null, note: null }
    case 'PaymentNotReceived':
      return { purpose: 'claim-not-received', paymentId: null, note: event.data.reason, ...sealedLike(event.data) }
    default:
      return null
  }
}

/** Claims come from strangers, and may be withdrawn and made again: one mail a bill and day tells of them (R108). */
const idOf = (event: RecordedEvent, purpose: Purpose, billId: BillId): MessageId =>
  uuidV5(purpose === 'claim-received' ? `claim-received/${billId}/${event.metadata.at.slice(0, 10)}` : `notice/${event.id}`) as MessageId

/** So many mails are one job: they share what each would wait for alone. */
const MAILS_A_JOB = 20
/** Behind refunds and what Stripe tells, whose jobs have 0. */
const PRIORITY = 1
const LATER_MS = 3_600_000

/** A payor hears of money that came, that they said they sent, and that did not arrive. */
export const mailPayorsAboutTheirPayments: Process = {
  name: 'mail-payors-about-their-payments',
  categories: ['bill'],
  jobsFor: (events) => {
    const notices = events.flatMap((event): Notice[] => {
      const recorded = event as unknown as BillEvent
      const notice = noticeOf(recorded)
      if (!notice) return []
      const { billId } = recorded.data
      return [{ billId, messageId: idOf(event, notice.purpose, billId), position: String(event.position), ...notice }]
    })
    const jobs: Job[] = []
    for (let i = 0; i < notices.length; i += MAILS_A_JOB) {
      const some = notices.slice(i, i + MAILS_A_JOB)
      jobs.push({ task: 'mail-payors', payload: { notices: some }, key: `mail-payors/${some[0]?.position}`, priority: PRIORITY })
    }
    return jobs
  },
}

/** A job for when a bill that had its mails of this hour may have more. */
export const later = (job: Job): Job => ({ ...job, runAt: new Date(Date.now() + LATER_MS).toISOString() })

export type Billed = Readonly<{ networkId: NetworkId; programId: ProgramId; payorId: MemberId; hasEmail: boolean }>

export type NoticeDependencies = Readonly<{
  outbox: Outbox
  addJob: (job: Job) => Promise<void>
  now: () => Instant
  billedOf: (id: BillId) => Promise<Billed | null>
  /** True once the bills show what happened up to a position of the log. */
  billsShow: (position: bigint) => Promise<boolean>
  /** How much waits for the read models in this process. */
  awaiting: () => number
}>

export const payorMailTasks = ({ outbox, addJob, now, billedOf, billsShow, awaiting }: NoticeDependencies): Pick<Tasks, 'mail-payors'> => ({
  'mail-payors': async ({ notices }) => {
    const last = notices.at(-1)
    if (!last) return
    await untilCalm(awaiting)
    if (!(await billsShow(BigInt(last.position)))) throw new Error('the read models lag behind')
    const billed = await Promise.all(notices.map(({ billId }) => billedOf(billId)))
    const mails = notices.flatMap(({ billId, position: _, ...notice }, i): MessageAbout[] => {
      const bill = billed[i]
      if (!bill?.hasEmail) return []
      const { networkId, programId, payorId } = bill
      return [{ ...notice, networkId, programId, payorId, runId: null, bills: [{ billId, rung: null }] }]
    })
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
