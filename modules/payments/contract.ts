import { z } from 'zod'
import { BillStatus, congregation, individual, ReceiptMethod } from '../bills/contract.ts'
import { Dollars, order, PageQuery } from '../kernel/api.ts'
import { BillId, PaymentId, ProgramId } from '../kernel/ids.ts'

export const PaymentStatus = z.enum(['Completed', 'PartiallyRefunded', 'Refunded', 'Reversed'])

export const Payment = z.object({
  id: PaymentId,
  billId: BillId,
  createdAt: z.string(),
  /** The whole payment; collected and the reports count what was applied to bills. */
  amount: Dollars,
  description: z.string().nullable(),
  /** null: recorded by an admin without naming a method. */
  method: ReceiptMethod.nullable(),
  status: PaymentStatus,
  assessment: z.object({
    id: BillId,
    individualMember: individual.nullable(),
    congregation: congregation.nullable(),
    program: z.object({ id: ProgramId, name: z.string() }),
  }),
})
export type Payment = z.infer<typeof Payment>

export const PaymentsQuery = PageQuery.extend({
  assessmentProgramId: z.string().max(100).optional(),
  search: z.string().trim().max(200).optional(),
  orderBy: z.enum(['createdAt', 'amount', 'payor', 'program']).default('createdAt'),
  order: order.default('desc'),
})
export type PaymentsQuery = z.infer<typeof PaymentsQuery>

export const CreditsQuery = PageQuery.extend({ payorId: z.string().max(100).optional() })

/** Assessed = collected + outstanding, to the cent (R114). */
export const DashboardSummary = z.object({
  totalAssessed: Dollars,
  totalCollected: Dollars,
  totalOutstanding: Dollars,
  membersPastDue: z.number().int(),
  unappliedCredit: Dollars,
})
export type DashboardSummary = z.infer<typeof DashboardSummary>

/** Twelve months in the network's zone, the current one last. */
export const PaymentsReport = z.object({
  labels: z.array(z.string()),
  datasets: z.array(z.object({ label: z.string(), data: z.array(Dollars) })),
})
export type PaymentsReport = z.infer<typeof PaymentsReport>

export const AgingReport = z.object({
  current: Dollars,
  days1to30: Dollars,
  days31to60: Dollars,
  days61to90: Dollars,
  over90: Dollars,
  total: Dollars,
})
export type AgingReport = z.infer<typeof AgingReport>

/** A card or bank debit that is to be paid; `assessmentId` is the bill's id. */
export const CreateIntent = z.object({
  assessmentId: z.string({ error: 'Assessment ID is required' }).min(1, 'Assessment ID is required').max(100),
  method: z.enum(['credit', 'ach'], { error: 'Unknown payment method' }).default('credit'),
})
/** What Stripe.js needs to have it paid. */
export const Intent = z.object({
  clientSecret: z.string(),
  connectedAccountId: z.string(),
  paymentIntentId: z.string(),
  publishableKey: z.string(),
  amount: Dollars,
})
export type Intent = z.infer<typeof Intent>
export const ConfirmPayment = z.object({
  assessmentId: z.string({ error: 'Assessment ID is required' }).min(1, 'Assessment ID is required').max(100),
  paymentIntentId: z.string({ error: 'Payment intent ID is required' }).min(1, 'Payment intent ID is required').max(200),
})
export const Confirmed = z.object({ data: z.object({ status: BillStatus }) })
