import type { PublicBill, PublicMethods } from '../../modules/bills/contract.ts'
import type { ManualMethod } from '../../modules/payment-profiles/contract.ts'
import type { Messages } from './messages.ts'

export type Instruction = { label: string; value: string }

type Account = NonNullable<PublicMethods['wire']>

const account = (t: Messages, details: Partial<Account> | undefined): [string, string | null | undefined][] => [
  [t.fields.bankName, details?.bankName],
  [t.fields.routingNumber, details?.routingNumber],
  [t.fields.accountNumber, details?.accountNumber],
  [t.fields.recipientName, details?.recipientName ?? details?.accountName],
]

const details = (t: Messages, method: ManualMethod, methods: PublicMethods): [string, string | null | undefined][] => {
  if (method === 'wire') return account(t, methods.wire)
  if (method === 'ach') return account(t, methods.ach as Partial<Account>)
  if (method === 'zelle') return [[t.fields.recipient, methods.zelle?.zelleContact]]
  if (method === 'paypal') return [[t.fields.paypal, methods.paypal?.paypalUsername]]
  if (method === 'venmo') return [[t.fields.venmo, methods.venmo?.venmoHandle]]
  return [[t.fields.cashapp, methods.cashapp?.cashTag ?? methods.cashapp?.cashappHandle]]
}

export const isBankTransfer = (method: ManualMethod): boolean => method === 'wire' || method === 'ach'

/** Where the money goes by a method. */
export const detailsOf = (t: Messages, method: ManualMethod, methods: PublicMethods): Instruction[] =>
  details(t, method, methods).flatMap(([label, value]) => (value ? [{ label, value }] : []))

/** What to copy into the bank's form or the app: the details of the method, then the words that let the treasurer find the money. */
export const instructionsOf = (t: Messages, method: ManualMethod, methods: PublicMethods, bill: PublicBill): Instruction[] => [
  ...detailsOf(t, method, methods),
  { label: isBankTransfer(method) ? t.fields.memo : t.fields.note, value: `${bill.network.name}, ${bill.program.name}, ${bill.payerName}` },
]
