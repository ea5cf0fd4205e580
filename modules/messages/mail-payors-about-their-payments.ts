import type { BillEvent } from '../bills/events.ts'
import type { Instant } from '../kernel/dates.ts'
import type { BillId, MemberId, MessageId, NetworkId, PaymentId, ProgramId } from '../kernel/ids.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import type { Process } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { Outbox, Purpose } from './contract.ts'

type Notice = Readonly<{ billId: BillId; purpose: Purpose; paymentId: PaymentId | null; note: string | null; messageId: MessageId; position: string }>

const noticeOf = (event: BillEvent): Pick<Notice, 'purpose' | 'paymentId' | 'note'> | null => {
  switch (event.type) {
    case 'PaymentRecorded':
      return { purpose: 'receipt', paymentId: event.data.paymentId, note: null }
    case 'PaymentClaimed':
      return { purpose: 'claim-received', paymentId: null, note: null }
    case 'PaymentNotReceived':
      return { purpose: 'claim-not-received', paymentId: null, note: event.data.reason }
    default:
      return null
  }
}

/** A payor hears of money that came, that they said they sent, and that did not arrive. */
export const mailPayorsAboutTheirPayments: Process = {
  name: 'mail-payors-about-their-payments',
  categories: ['bill'],
  jobsFor: (event): Job[] => {
    const recorded = event as unknown as BillEvent
    const notice = noticeOf(recorded)
    if (!notice) return []
    const messageId = uuidV5(`notice/${event.id}`) as MessageId
    return [
      {
        task: 'mail-payor',
        payload: { billId: recorded.data.billId, messageId, position: String(event.position), ...notice },
        key: `mail/${event.id}`,
      },
    ]
  },
}

type Billed = Readonly<{ networkId: NetworkId; programId: ProgramId; payorId: MemberId; hasEmail: boolean }>

export type NoticeDependencies = Readonly<{
  outbox: Outbox
  /** Lets people's requests go first: nobody waits for a mail. */
  pass: () => Promise<void>
  now: () => Instant
  billedOf: (id: BillId) => Promise<Billed | null>
  /** True once the bills show what happened up to a position of the log. */
  shown: (position: bigint) => Promise<boolean>
}>

export const payorMailTasks = ({ outbox, pass, now, billedOf, shown }: NoticeDependencies): Tasks => ({
  'mail-payor': async ({ billId, messageId, purpose, paymentId, note, position }: Notice) => {
    await pass()
    if (!(await shown(BigInt(position)))) throw new Error('the read models lag behind')
    const billed = await billedOf(billId)
    if (!billed?.hasEmail) return
    const { networkId, programId, payorId } = billed
    const about = { messageId, networkId, purpose, payorId, programId, runId: null, bills: [{ billId, rung: null }], paymentId, note }
    const fresh = await outbox.queue([{ about, withheld: false }], { actor: 'system:mail', at: now(), cause: messageId })
    const delivery = await outbox.deliver({ networkId, only: [messageId] }, fresh)
    if (delivery === 'deferred' || delivery === 'down') throw new Error('mail cannot be handed over at present')
  },
})
