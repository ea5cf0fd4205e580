import type { Instant, LocalDate } from '../kernel/dates.ts'
import type { BillId, MessageId, NetworkId, PaymentId, PayorId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { PendingMail } from './contract.ts'
import type { ClickedTo } from './letters.ts'

/** Examples of mails to payors, for tests and screenshots. */
export const sampleLinks = {
  pay: (bill: BillId, language: Language, list?: string) =>
    `https://vestry.test/pay/${bill}${list ? `?list=${list}` : ''}${language === 'es' ? `${list ? '&' : '?'}lang=es` : ''}`,
  listOf: (bills: readonly BillId[]) => bills.join('-'),
  receipt: (bill: BillId, payment: PaymentId, language: Language) =>
    `https://vestry.test/pay/${bill}/receipts/${payment}${language === 'es' ? '?lang=es' : ''}`,
  unsubscribe: () => 'https://vestry.test/reminders/x',
  proof: (_: NetworkId, payment: PaymentId) => `https://vestry.test/proof/${payment}`,
  takeBack: (_: NetworkId, bill: BillId) => `https://vestry.test/pay/${bill}/take-back/x`,
  opened: () => 'https://vestry.test/opened',
  clicked: (_: MessageId, bill: BillId, __: Language, { payment, list }: ClickedTo = {}) =>
    `https://vestry.test/clicked/${bill}${payment ? `?payment=${payment}` : ''}${list ? `?list=${list}` : ''}`,
}

export const sampleBill = (id: string, more: Partial<PendingMail['bills'][number]> = {}): PendingMail['bills'][number] => ({
  id: id as BillId,
  code: `CODE${id}`,
  payorName: 'Ruth Bell',
  isOfCongregation: false,
  programName: `Dues ${id}`,
  programDescription: null,
  open: true,
  active: true,
  archived: false,
  amount: 90_000,
  balance: 90_000,
  dueDate: '2026-03-31' as LocalDate,
  methods: ['Zelle'],
  ...more,
})

export const sampleMail = (purpose: PendingMail['purpose'], bills: PendingMail['bills'], more: Partial<PendingMail> = {}): PendingMail => ({
  id: '0197c7a0-0000-7000-8000-000000000001' as MessageId,
  position: 1n,
  queuedAt: '2026-03-31T14:00:00.000Z' as Instant,
  networkId: '0197c7a0-0000-7000-8000-000000000002' as NetworkId,
  runId: null,
  purpose,
  payorId: '0197c7a0-0000-7000-8000-000000000003' as PayorId,
  payorName: 'Ruth Bell',
  salutation: 'Ruth',
  email: 'ruth@example.org',
  isShared: false,
  sender: 'Synod',
  networkName: 'Synod',
  language: 'en',
  trackMail: false,
  today: '2026-03-31' as LocalDate,
  note: null,
  change: null,
  payment: null,
  billCount: bills.length,
  bills,
  ...more,
})

export const samplePayment = {
  id: '0197c7a0-0000-7000-8000-000000000009' as PaymentId,
  receiptNumber: '2026-00042',
  amount: 30_000,
  method: 'check',
  reference: 'No. 1042',
  paidBy: null,
  kept: 0,
  receivedOn: '2026-03-12' as LocalDate,
} as const
