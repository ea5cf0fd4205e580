import type Stripe from 'stripe'
import { z } from 'zod'
import { type Context, dayAfter, endpoint, later, secondsAt, shown } from './context.ts'
import { expand } from './params.ts'
import { newId, type Row } from './store.ts'

const AVAILABLE_AFTER_DAYS = 2

/** The fee: 2.9 % and 30 cents of a card payment; 0.8 % of a bank debit, $5 at most. */
const feeOf = (amount: number, type: string): number =>
  type === 'us_bank_account' ? Math.min(Math.round(amount * 0.008), 500) : Math.round(amount * 0.029) + 30

type Movement = Readonly<{
  type: Stripe.BalanceTransaction.Type
  category: string
  source: string
  amount: number
  description?: string | null
  fee?: number
  /** The money is available at once, without the usual delay. */
  atOnce?: boolean
}>

/** Adds a balance transaction, and schedules the payout of its money. */
export const move = async (context: Context, { type, category, source, amount, description = null, fee = 0, atOnce = false }: Movement) => {
  const id = newId('txn')
  const available = dayAfter(context.at, atOnce ? 0 : AVAILABLE_AFTER_DAYS)
  const body: Stripe.BalanceTransaction = {
    id,
    object: 'balance_transaction',
    amount,
    available_on: Math.floor(Date.parse(available) / 1000),
    balance_type: 'payments',
    created: secondsAt(context),
    currency: 'usd',
    description,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency: 'usd', description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: atOnce ? 'available' : 'pending',
    type,
  }
  await context.store.insert('balance_transaction', id, context.account, body)
  const run = atOnce ? dayAfter(context.at, 1) : available
  if (type !== 'payout')
    await context.store.insert('payout_run', `run_${context.account}_${run.slice(0, 10)}`, context.account, { day: run }, { due: run })
  return body
}

export const earn = (context: Context, charge: Stripe.Charge): Promise<Stripe.BalanceTransaction> =>
  move(context, {
    type: charge.payment_method_details?.type === 'us_bank_account' ? 'payment' : 'charge',
    category: 'charge',
    source: charge.id,
    amount: charge.amount,
    description: charge.description,
    fee: feeOf(charge.amount, charge.payment_method_details?.type ?? 'card'),
  })

/** Pays out the money that is available and in no payout yet, if there is any. */
export const payOut = async (context: Context, run: Row<'payout_run'>): Promise<void> => {
  const { store, account } = context
  await store.save({ ...run, due: null })
  const { rows } = await store.list('balance_transaction', account, {
    limit: 100_000,
    and: `(body ->> 'available_on')::bigint <= $7 and not hidden ? 'payout'`,
    value: secondsAt(context),
  })
  const amount = rows.reduce((sum, { body }) => sum + body.net, 0)
  if (amount <= 0) return
  const id = newId('po')
  const transaction = await move(context, {
    type: 'payout',
    category: 'payout',
    source: id,
    amount: -amount,
    description: 'STRIPE PAYOUT',
    atOnce: true,
  })
  const body: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: secondsAt(context),
    automatic: true,
    balance_transaction: transaction.id,
    created: secondsAt(context),
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: `ba_${account.slice(-14)}`,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  }
  await store.insert('payout', id, account, body)
  const ids = [...rows.map((row) => row.id), transaction.id]
  await store.client.query(`update stripe_objects set hidden = hidden || jsonb_build_object('payout', $2::text) where id = any($1)`, [ids, id])
  await context.send('payout.created', { ...body, status: 'in_transit', reconciliation_status: 'in_progress' })
  await context.send('payout.paid', body)
}

export const balanceEndpoints = [
  endpoint('get', '/v1/balance', z.strictObject({ expand }), async (context) => {
    const { rows } = await context.store.list('balance_transaction', context.account, { limit: 100_000 })
    const sumOf = (status: string) => ({
      amount: rows.map(({ body }) => shown(body, context)).reduce((sum, { status: is, net }) => (is === status ? sum + net : sum), 0),
      currency: 'usd',
    })
    return { object: 'balance', available: [sumOf('available')], livemode: false, pending: [sumOf('pending')] } satisfies Stripe.Balance
  }),
]

export const clearingOf = (context: Context): Context['at'] => later(context.at, 4 * 86_400_000)
