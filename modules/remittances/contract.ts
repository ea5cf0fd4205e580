import { z } from 'zod'
import { Bill, Reason, ReceiptMethod } from '../bills/contract.ts'
import { ApiDay } from '../kernel/date-schemas.ts'
import { PositiveDollars } from '../kernel/dollars.ts'
import { BillId, DepositId, PaymentId, PayorId, ReceiptNumber } from '../kernel/ids.ts'
import { hasNoLink, NO_LINKS } from '../kernel/no-links.ts'
import { receiptMethods } from '../kernel/receipt-methods.ts'
import { Dollars, dataOf, listOf, OptionalText, PageQuery } from '../shared/api.ts'
import { remittanceStatuses } from './values.ts'

export const RemittanceStatus = z.enum(remittanceStatuses)
export type RemittanceStatus = z.infer<typeof RemittanceStatus>

/** The part of a remittance that settles one bill. */
export const Allocation = z.object({
  billId: BillId,
  code: z.string(),
  payerName: z.string(),
  programName: z.string(),
  dueDate: z.string(),
  /** Present if the bill has a payment plan: its next part when the balance is what `balance` says. */
  nextDue: Bill.shape.nextDue,
  /** The part that settled the bill when it was recorded. */
  amount: Dollars,
  /** The bill's balance without this remittance in a preview, its present balance otherwise. */
  balance: Dollars,
  paymentId: PaymentId,
  status: RemittanceStatus,
})
export type Allocation = z.infer<typeof Allocation>

/** Money received from one payer at one time by one method. A receipt for one bill has one allocation. */
export const Remittance = z.object({
  /** The id of the first allocation's payment. */
  id: PaymentId,
  createdAt: z.string(),
  /** The day on which the money arrived or, if that is unknown, was recorded; in the network's time zone. */
  receivedOn: z.string(),
  amount: Dollars,
  /** The part that settles no bill and is kept as credit. */
  unapplied: Dollars,
  method: ReceiptMethod.nullable(),
  reference: z.string().nullable(),
  /** Null in a preview. */
  receiptNumber: ReceiptNumber.nullable(),
  status: RemittanceStatus,
  /** Null if the payer is unknown. */
  payer: z.object({ kind: z.enum(['individual', 'congregation']), id: PayorId, name: z.string() }).nullable(),
  depositId: DepositId.nullable(),
  allocations: z.array(Allocation),
})
export type Remittance = z.infer<typeof Remittance>
export const RemittanceAnswer = dataOf(Remittance)
export const Remittances = listOf(Remittance)

const BILL = 'Choose a bill'
const AMOUNT = 'Amount must be a positive number'
export const MOST_ALLOCATIONS = 500

/** A bill by its id or its code; without an amount, its balance or what is left of the remittance. */
const NewAllocation = z
  .object({
    billId: z.string(BILL).max(100, BILL).optional(),
    code: z.string(BILL).max(40, BILL).optional(),
    amount: PositiveDollars(AMOUNT).nullish(),
  })
  .refine(({ billId, code }) => (billId === undefined) !== (code === undefined), BILL)

export const NewRemittance = z.object({
  payerId: z.string('Choose a payor').max(100, 'Choose a payor').nullish(),
  amount: PositiveDollars(AMOUNT),
  method: z.enum(receiptMethods, { error: 'Unknown payment method' }),
  reference: OptionalText(200, 'Reference must be 200 characters or less').refine((text) => text === null || hasNoLink(text), NO_LINKS),
  receivedOn: ApiDay('Received on must be a date').nullish(),
  /** The deposit that takes the check or cash to the bank (R143). */
  depositId: z.string('Choose a deposit').max(100, 'Choose a deposit').nullish(),
  /** Without allocations, the payer's open bills are paid, oldest due date first. */
  allocations: z.array(NewAllocation, 'Allocations must be a list').max(MOST_ALLOCATIONS, `Choose at most ${MOST_ALLOCATIONS} bills`).optional(),
  /** Answers with the remittance as it would be, and records nothing. */
  dryRun: z.boolean('dryRun must be true or false').optional(),
})
export type NewRemittance = z.input<typeof NewRemittance>

export const RemittancesQuery = PageQuery.extend({
  search: z.string().trim().max(200).optional(),
  method: ReceiptMethod.optional(),
  from: ApiDay('from must be a date').optional(),
  to: ApiDay('to must be a date').optional(),
})
export type RemittancesQuery = z.infer<typeof RemittancesQuery>

const BillIds = z.array(z.string(BILL).max(100, BILL), BILL).min(1, BILL).max(MOST_ALLOCATIONS, BILL)
/** Without `billIds`, all allocations are reversed. */
export const RemittanceReversal = Reason.extend({ billIds: BillIds.optional() })
/** Without `billIds` and `amount`, everything that is left is refunded. */
export const RemittanceRefund = Reason.extend({ billIds: BillIds.optional(), amount: PositiveDollars(AMOUNT).nullish() })
