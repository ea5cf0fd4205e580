import type { MyBill, PublicBill, PublicMethods } from '../../modules/bills/contract.ts'
import { eachField, keyOf, methodNames } from '../../modules/kernel/payment-methods.ts'
import { fieldWords } from '../../modules/shared/method-words-en.ts'
import type { PayPageView } from './view.ts'

const account = {
  bankName: 'First Covenant Bank',
  accountName: 'Elmsworth Covenant Network',
  recipientName: 'Elmsworth Covenant Network',
  routingNumber: '021000021',
  accountNumber: '000123456789',
}
export const allMethods = {
  ...Object.fromEntries(methodNames.map((name) => [keyOf(name), eachField(name, (key) => fieldWords[key].example)])),
  credit: {},
  ach: { kind: 'transfer', ...account },
  wire: account,
  zelle: { zelleContact: 'giving@elmsworth.example' },
  paypal: { paypalUsername: 'elmsworth-giving' },
  venmo: { venmoHandle: '@elmsworth-v' },
  cashapp: { cashappHandle: '$elmsworth', cashTag: '$elmsworth' },
  check: { payableTo: 'Elmsworth Treasury', mailingAddress: 'PO Box 12\nElmsworth, OR 97401' },
} as Required<PublicMethods>

type Changes = Omit<Partial<PublicBill>, 'id' | 'paymentProfile'> & { methods?: PublicMethods | null; chargesEnabled?: boolean }

export const sampleBill = ({ methods = allMethods, chargesEnabled = true, ...changes }: Changes = {}): PublicBill =>
  ({
    id: 'b1',
    code: 'RUTHBELL',
    status: 'Unpaid',
    amount: 250,
    balance: 250,
    createdAt: '2026-03-01T00:00:00.000Z',
    dueDate: '2026-03-31T00:00:00.000Z',
    daysLeft: 13,
    period: '2026-03-31',
    network: { name: 'Elmsworth Covenant Network' },
    program: { id: 'p1', name: '2026 Annual Ministry Dues', description: 'Yearly dues', type: 'Uniform', status: 'Active' },
    individualMember: { firstName: 'Ruth', lastName: 'Okonjo-Bell' },
    congregation: { name: 'Grace Chapel, Tarn Hollow' },
    payerName: 'Ruth Okonjo-Bell',
    verified: true,
    isClaimed: changes.status === 'PendingConfirmation',
    payments: [],
    credited: 0,
    paymentProfile: methods && { id: 'pp1', name: 'Main', chargesEnabled, methods },
    ...changes,
  }) as PublicBill

export const sampleView = (changes: Partial<PayPageView> = {}): PayPageView => ({
  id: 'b1',
  lang: 'en',
  bill: sampleBill(),
  step: 'choose',
  method: null,
  withdrawToken: null,
  problem: null,
  attempt: 'AAAAAAAAAAAAAAAAAAAAAA',
  standIn: null,
  assets: { framed: '/pay-assets/framed.js', start: '/pay-assets/start-1.js', print: '/pay-assets/print.js', styles: 'body{margin:0}' },
  ...changes,
})

export const sampleRow = (changes: Partial<MyBill> = {}): MyBill => ({ ...(sampleBill() as unknown as MyBill), ...changes })
