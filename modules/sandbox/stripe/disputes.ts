import type Stripe from 'stripe'
import { z } from 'zod'
import { move } from './balance.ts'
import { type Context, DAY_MS, endpoint, idOf, later, secondsAt } from './context.ts'
import { invalidRequest } from './errors.ts'
import { expand, flag, metadata, text } from './params.ts'
import { newId, type Row } from './store.ts'

const FEE = 1500
const DAYS_TO_ANSWER = 7

const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const
const NO_EVIDENCE = {
  ...Object.fromEntries(evidenceFields.map((field) => [field, null])),
  enhanced_evidence: {},
} as unknown as Stripe.Dispute.Evidence

type Opening = Readonly<{ reason: string; inquiry?: true; final?: true }>

/** Opens a dispute. It withdraws the money, unless it is only an inquiry. */
export const openDispute = async (context: Context, charge: Row<'charge'>, { reason, inquiry, final }: Opening): Promise<Stripe.Dispute> => {
  const id = newId('du')
  const { amount, currency, payment_intent, payment_method_details: details } = charge.body
  const taken = inquiry ? [] : [await withdraw(context, id, amount)]
  const card = details?.card
  const body: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: taken,
    charge: charge.id,
    created: secondsAt(context),
    currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: final ? null : Math.floor(Date.parse(later(context.at, DAYS_TO_ANSWER * DAY_MS)) / 1000),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: inquiry === true,
    livemode: false,
    metadata: {},
    payment_intent: idOf(payment_intent),
    ...(card
      ? {
          payment_method_details: {
            card: {
              brand: card.brand ?? 'visa',
              case_type: inquiry ? 'inquiry' : 'chargeback',
              network: card.network ?? 'visa',
              network_reason_code: null,
            },
            type: 'card',
          } satisfies Stripe.Dispute.PaymentMethodDetails,
        }
      : {}),
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  }
  const row = await context.store.insert('dispute', id, context.account, body)
  await context.store.save({ ...charge, body: { ...charge.body, disputed: true } })
  await context.send('charge.dispute.created', body)
  if (!inquiry) await context.send('charge.dispute.funds_withdrawn', body)
  return final ? closeDispute(context, row, 'lost') : body
}

const withdraw = (context: Context, id: string, amount: number) =>
  move(context, {
    type: 'adjustment',
    category: 'dispute',
    source: id,
    amount: -amount,
    description: 'Chargeback withdrawal',
    fee: FEE,
    atOnce: true,
  })

export const closeDispute = async (context: Context, row: Row<'dispute'>, outcome: 'won' | 'lost'): Promise<Stripe.Dispute> => {
  const inquiry = row.body.status.startsWith('warning')
  const given =
    outcome === 'won' && !inquiry
      ? [
          await move(context, {
            type: 'adjustment',
            category: 'dispute_reversal',
            source: row.id,
            amount: row.body.amount,
            description: 'Chargeback reversal',
            atOnce: true,
          }),
        ]
      : []
  const taken = outcome === 'lost' && inquiry ? [await withdraw(context, row.id, row.body.amount)] : []
  const body: Stripe.Dispute = {
    ...row.body,
    balance_transactions: [...row.body.balance_transactions, ...given, ...taken],
    status: inquiry && outcome === 'won' ? 'warning_closed' : outcome,
    is_charge_refundable: inquiry && outcome === 'won',
  }
  await context.store.save({ ...row, body })
  if (given.length > 0) await context.send('charge.dispute.funds_reinstated', body)
  if (taken.length > 0) await context.send('charge.dispute.funds_withdrawn', body)
  await context.send('charge.dispute.closed', body)
  return body
}

export const isOpen = ({ status }: Stripe.Dispute): boolean => status.endsWith('needs_response') || status.endsWith('under_review')

/** Sends the card network's early warning of fraud, which comes before a dispute. */
export const warn = async (context: Context, charge: Stripe.Charge): Promise<void> => {
  const id = newId('issfr')
  const body: Stripe.Radar.EarlyFraudWarning = {
    id,
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: secondsAt(context),
    fraud_type: 'misc',
    livemode: false,
    payment_intent: idOf(charge.payment_intent) ?? '',
  }
  await context.store.insert('early_fraud_warning', id, context.account, body)
  await context.send('radar.early_fraud_warning.created', body)
}

const outcomes = { winning_evidence: 'won', losing_evidence: 'lost' } as const

const openOne = async (context: Context, id: string): Promise<Row<'dispute'>> => {
  const row = await context.store.get('dispute', id, context.account, { lock: true, param: 'dispute' })
  if (!isOpen(row.body)) throw invalidRequest('This dispute is already closed.')
  return row
}

export const disputeEndpoints = [
  endpoint(
    'post',
    '/v1/disputes/:id',
    z.strictObject({
      evidence: z.partialRecord(z.enum(evidenceFields), text(20_000)).optional(),
      metadata: metadata.optional(),
      submit: flag.default(true),
      expand,
    }),
    async (context, { evidence = {}, metadata: more, submit }, { id = '' }) => {
      const row = await openOne(context, id)
      const has = Object.keys(evidence).length > 0
      const details = row.body.evidence_details
      const body: Stripe.Dispute = {
        ...row.body,
        metadata: { ...row.body.metadata, ...more },
        evidence: { ...row.body.evidence, ...evidence } as Stripe.Dispute.Evidence,
        evidence_details: {
          ...details,
          has_evidence: details.has_evidence || has,
          submission_count: details.submission_count + (has && submit ? 1 : 0),
        },
        ...(has && submit ? { status: row.body.status.startsWith('warning') ? 'warning_under_review' : 'under_review' } : {}),
      }
      const saved = await context.store.save({ ...row, body })
      await context.send('charge.dispute.updated', body)
      const outcome = submit ? outcomes[evidence.uncategorized_text as keyof typeof outcomes] : undefined
      return outcome ? closeDispute(context, saved, outcome) : body
    },
  ),
  endpoint('post', '/v1/disputes/:id/close', z.strictObject({ expand }), async (context, _, { id = '' }) =>
    closeDispute(context, await openOne(context, id), 'lost'),
  ),
]
