import { JournalRow } from '../audit/contract.ts'
import { Bill, PublicBill, WholeBill } from '../bills/contract.ts'
import { Network } from '../networks/contract.ts'
import { PaymentProfile } from '../payment-profiles/contract.ts'
import { Payment, Payout, SettledPayment } from '../payments/contract.ts'
import { Member, MemberLedger, UploadResult } from '../payors/contract.ts'
import type { FieldExamples } from '../platform/http/examples.ts'
import type { Described } from '../platform/http/openapi.ts'
import { Program } from '../programs/contract.ts'
import { Pagination } from '../shared/api.ts'
import { HistoryRow } from '../shared/history.ts'
import { publishedWebhookEvents } from '../webhooks/published.ts'

const BILL = 'Qm3vT0dAcR8yLk2WnZ5xEg'
const NETWORK = '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a01'
const PROGRAM = '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a02'
const PROFILE = '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a03'
const MEMBER = '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a04'
const CONGREGATION = '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a05'
const PAYMENT = '0198f4a0-1c2d-5e3f-8a4b-5c6d7e8f9a06'
const OTHER = '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a07'
const MOMENT = '2026-03-31T17:05:00.000Z'
const DAY = '2026-06-30T00:00:00.000Z'
const NAME = 'Ruth Cook'

/**
 * Example values of fields that many contracts have: a bill of $120, of which a check has paid $40. Any other field in
 * calls of API keys has its example in its contract, `.meta({ example })`.
 */
const examples: FieldExamples = {
  // Ids, each with the name that belongs to it.
  id: OTHER,
  name: NAME,
  'Bill.id': BILL,
  'WholeBill.id': BILL,
  'assessment.id': BILL,
  'Payment.id': PAYMENT,
  'Network.id': NETWORK,
  'network.id': NETWORK,
  'Network.name': 'Synod of the Lakes',
  'network.name': 'Synod of the Lakes',
  networkName: 'Synod of the Lakes',
  'Program.id': PROGRAM,
  'program.id': PROGRAM,
  'Program.name': 'Annual dues',
  'program.name': 'Annual dues',
  programName: 'Annual dues',
  'PaymentProfile.id': PROFILE,
  'paymentProfile.id': PROFILE,
  'profile.id': PROFILE,
  paymentProfileId: PROFILE,
  'PaymentProfile.name': 'Main account',
  'paymentProfile.name': 'Main account',
  'profile.name': 'Main account',
  'Member.id': MEMBER,
  'MemberLedger.id': MEMBER,
  'individualMember.id': MEMBER,
  'payor.id': MEMBER,
  memberId: MEMBER,
  payorId: MEMBER,
  payerId: MEMBER,
  programId: PROGRAM,
  'congregation.id': CONGREGATION,
  congregationId: CONGREGATION,
  'congregation.name': 'Grace Church',
  'Bill.congregation': null,
  'assessment.congregation': null,
  'postMembers.name': null,
  'putMembersById.name': null,
  'about.name': `Annual dues of ${NAME}`,
  'actor.name': 'Key "Accounting"',
  'actor.kind': 'key',
  billId: BILL,
  fromBillId: BILL,
  billIds: [BILL],
  paymentId: PAYMENT,
  remittanceId: PAYMENT,
  depositId: PAYMENT,
  creditId: PAYMENT,
  payoutId: 'po_1QmVestry',
  intentId: 'pi_1QmVestry',
  refundId: 're_1QmVestry',
  disputeId: 'dp_1QmVestry',
  claimId: OTHER,

  // People.
  firstName: 'Ruth',
  lastName: 'Cook',
  payorName: NAME,
  payerName: NAME,
  email: 'ruth.cook@example.org',
  phone: '+1 312 555 0142',
  dob: '1971-04-02T00:00:00.000Z',
  gender: null,
  memberSince: '2009-09-01T00:00:00.000Z',
  contactName: null,

  // Amounts, in dollars.
  amount: 120,
  'Payment.amount': 40,
  unapplied: 0,
  'postAssessmentBillsByIdReceipts.amount': 40,
  'postAssessmentBillsByIdCredits.amount': 35,
  'postAssessmentBillsByIdAdjustments.amount': -20,
  balance: 80,
  'before.balance': 120,
  'before.status': 'Unpaid',
  collected: 40,
  'before.collected': 0,
  refunded: 0,
  kept: 0,
  'remaining.disputed': 0,
  fee: 1.46,
  net: 38.54,
  'data.before': 240,
  'data.after': 200,
  'HistoryRow.before': { status: 'Unpaid', amount: 120, balance: 120 },
  'HistoryRow.after': { status: 'Partial', amount: 120, balance: 80 },
  'JournalRow.before': { status: 'Unpaid', amount: 120, balance: 120 },
  'JournalRow.after': { status: 'Partial', amount: 120, balance: 80 },

  // Amounts of webhook events, in cents.
  'data.amountCents': 4_000,
  'allocations.amountCents': 4_000,

  // Days and moments.
  createdAt: MOMENT,
  dueDate: DAY,
  period: DAY,
  daysLeft: 12,
  receivedOn: '2026-03-30T00:00:00.000Z',
  day: '2026-03-31',
  at: MOMENT,
  occurredAt: MOMENT,
  lastAt: MOMENT,
  on: '2026-03-31',
  doneAt: MOMENT,
  sentAt: MOMENT,
  claimedAt: MOMENT,
  receivedAt: MOMENT,
  triedAt: MOMENT,
  startedAt: MOMENT,
  completedAt: MOMENT,
  since: MOMENT,
  launchAt: null,

  // States.
  'data.status': 'Paid',
  'Bill.status': 'Partial',
  'WholeBill.status': 'Partial',
  'WholeBill.congregation': null,
  'after.status': 'Partial',
  'Program.status': 'Active',
  'program.status': 'Active',
  campaignStatus: 'Completed',
  method: 'check',
  isEnabled: true,
  chargesEnabled: true,
  role: 'Auditor',

  // Texts.
  code: 'RC4-7K2',
  'error.code': 'not-allowed',
  'error.message': 'This bill has no claim to confirm.',
  description: null,
  programDescription: null,
  reference: 'check 2041',
  receiptNumber: '2026-000118',
  reason: 'Paid twice',
  note: '',
  summary: 'Payment of $40.00 recorded',
  type: 'PaymentRecorded',
  'postNetworksByIdAssessments.name': 'Annual dues',
  'putAssessmentsById.name': 'Annual dues',
  subject: 'Your bill of Synod of the Lakes',
  timeZone: 'America/Chicago',
  senderName: null,
  contactEmail: 'office@synod.example',
  contactPhone: null,
  postalAddress: null,
  failure: null,
  error: null,
  billGenerationError: null,
  problem: 'The event has a shape that this release does not know.',
  'errors.name': 'Ole Two',
  'errors.row': 3,
  'rejected.rows': [['Ole', 'Two', 'ole@']],
  'rows.row': 2,

  // The audit log.
  stream: `bill-${BILL}`,
  eventId: '0198f4a0-1c2d-5e3f-8a4b-5c6d7e8f9a08',
  position: 4_118,
  revision: 2,
  size: 4_118,
  index: 17,
  projection: 'ledger',
  asOf: MOMENT,
  key: 'MCowBQYDK2VwAyEA9mZ0Jm4hX8tQ2m3hVb1y0kq7c5o8u6v4t2r0p8n6l4I=',

  // Counts.
  'getBillCounts.data': { Unpaid: 12, Partial: 4, Overdue: 8, Paid: 176 },
  count: 200,
  bills: 2,
  'data.bills': [BILL],
  'MemberLedger.bills': [],
  'MemberLedger.payments': [],

  // Bills on paper, and proofs of payments.
  title: 'Bill',
  subtitle: 'Annual dues',
  payor: NAME,
  text: 'Pay online',
  url: `https://dues.example.org/pay/${BILL}`,
  network: 'Synod of the Lakes',
  line: '{"position":4118,"type":"PaymentRecorded"}',
  proof: 'q1cYf0tq3o8Z0o2mV8kq0Q7k9f6u1mXxY0a2bV4c6dE=',
  checkpoint: 'vestry.example\n4118\nq1cYf0tq3o8Z0o2mV8kq0Q7k9f6u1mXxY0a2bV4c6dE=\n',
  projections: 'ledger',
}

/** The names in the published description of the calls, with the values of its examples. */
export const described: Described = {
  schemas: {
    ...{ Bill, PublicBill, WholeBill, HistoryRow, JournalRow, Pagination, Member, MemberLedger, UploadResult },
    ...{ Network, Payment, PaymentProfile, Payout, Program, SettledPayment },
  },
  examples,
  outgoing: publishedWebhookEvents(),
}
