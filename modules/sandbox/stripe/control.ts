import type pg from 'pg'
import type Stripe from 'stripe'
import { z } from 'zod'
import { DomainError } from '../../kernel/errors.ts'
import { everyone, IdParams, type Route, route } from '../../platform/http/route.ts'
import { accountV1, capabilityOf, enable, endAccess } from './accounts.ts'
import { Chaos, chaosOf, turnChaos } from './chaos.ts'
import type { Context } from './context.ts'
import { closeDispute, isOpen, openDispute } from './disputes.ts'
import { StripeRefusal } from './errors.ts'
import { authenticate, confirm } from './intents.ts'
import type { Kind, Row } from './store.ts'
import { TEST_ROUTING_NUMBER } from './test-numbers.ts'
import type { Work } from './work.ts'

const missing = (thing: string) => new DomainError('missing', 'not-found', `${thing} not found.`)

const AccountView = z.object({
  id: z.string(),
  chargesEnabled: z.boolean(),
  achEnabled: z.boolean(),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
})
const viewOf = ({ body }: Row<'account'>): z.infer<typeof AccountView> => ({
  id: body.id,
  chargesEnabled: capabilityOf(body, 'card_payments') === 'active',
  achEnabled: capabilityOf(body, 'ach_debit_payments') === 'active',
  email: accountV1(body).email,
  displayName: body.display_name ?? null,
})

const Outcome = z.object({
  status: z.string(),
  error: z.object({ code: z.string(), declineCode: z.string().nullable(), message: z.string() }).optional(),
})
const errorOf = ({ code, decline_code, message }: Partial<Stripe.PaymentIntent.LastPaymentError>) => ({
  code: code ?? '',
  declineCode: decline_code ?? null,
  message: message ?? '',
})
const outcomeOf = ({ status, last_payment_error: error }: Stripe.PaymentIntent): z.infer<typeof Outcome> => ({
  status,
  ...(error ? { error: errorOf(error) } : {}),
})

const digits = z.string().regex(/^[\d ]{4,30}$/, 'Enter a number')
const Payment = z.union(
  [
    z.object({ card: digits }),
    z.object({ routingNumber: digits.default(TEST_ROUTING_NUMBER), accountNumber: digits }),
    z.object({ authenticate: z.boolean() }),
  ],
  'Send a card, a bank account, or whether the payor authenticates',
)

const base = { access: everyone, params: IdParams }

type Dependencies = Readonly<{ pool: pg.Pool; work: Work; wake: () => void }>

const controls = ({ work: { work }, wake }: Dependencies) => {
  /** Locks an object of any account, and opens the books of its account. */
  const on = async <K extends Kind, Result>(
    kind: K,
    id: string,
    thing: string,
    run: (context: Context, row: Row<K>) => Promise<Result>,
  ): Promise<Result> => {
    const result = await work(async (open, store) => {
      const row = await store.find(kind, id, null, { lock: true })
      if (!row) throw missing(thing)
      // An account has its own books; any other object is in the books of its account.
      return run(open(kind === 'account' ? row.id : row.account), row)
    })
    wake()
    return result
  }
  const onIntent = <Result>(id: string, run: (context: Context, row: Row<'payment_intent'>) => Promise<Result>) =>
    on('payment_intent', id, 'Payment intent', run)
  return { on, onIntent }
}
type Controls = ReturnType<typeof controls> & Dependencies

const accountRoutes = ({ on }: Controls): Route[] => [
  route({
    ...base,
    method: 'get',
    path: '/api/sandbox/stripe/accounts/:id',
    about: null,
    summary: "A connected account of Stripe's stand-in",
    answer: AccountView,
    handle: ({ params: { id } }) => on('account', id, 'Account', async (_, row) => viewOf(row)),
  }),
  route({
    ...base,
    method: 'post',
    path: '/api/sandbox/stripe/accounts/:id',
    about: null,
    summary: "Completes or restricts the onboarding of an account of Stripe's stand-in, or ends our access to it",
    body: z.union([z.object({ accessEnded: z.literal(true) }), z.object({ chargesEnabled: z.boolean(), achEnabled: z.boolean() })]),
    answer: AccountView,
    handle: ({ params: { id }, body }) =>
      on('account', id, 'Account', async (context, row) =>
        viewOf(await ('accessEnded' in body ? endAccess(context, row) : enable(context, row, body))),
      ),
  }),
]

const intentRoutes = ({ work: { settleNow }, onIntent }: Controls): Route[] => [
  route({
    ...base,
    method: 'post',
    path: '/api/sandbox/stripe/intents/:id/pay',
    about: null,
    summary: "Pays an intent as its payor's browser would",
    body: Payment,
    answer: Outcome,
    handle: ({ params: { id }, body }) =>
      onIntent(id, async (context, row) => {
        try {
          if ('authenticate' in body) return outcomeOf((await authenticate(context, row, body.authenticate)).body)
          const data =
            'card' in body
              ? { type: 'card' as const, card: { number: body.card, exp_month: 12, exp_year: 2099, cvc: '123' } }
              : { type: 'us_bank_account' as const, us_bank_account: { routing_number: body.routingNumber, account_number: body.accountNumber } }
          return outcomeOf((await confirm(context, row, { payment_method_data: data })).body)
        } catch (error) {
          if (!(error instanceof StripeRefusal)) throw error
          const intent = error.details.payment_intent ?? row.body
          return { status: intent.status, error: errorOf({ ...error.details, message: error.message } as Stripe.PaymentIntent.LastPaymentError) }
        }
      }),
  }),
  route({
    ...base,
    method: 'post',
    path: '/api/sandbox/stripe/intents/:id/settle',
    about: null,
    summary: 'Clears or returns a bank debit, and settles refunds that are under way',
    answer: Outcome,
    handle: async ({ params: { id } }) => {
      await onIntent(id, async () => null)
      await settleNow(id)
      return onIntent(id, async (_, { body }) => outcomeOf(body))
    },
  }),
  route({
    ...base,
    method: 'post',
    path: '/api/sandbox/stripe/intents/:id/dispute',
    about: null,
    summary: "Opens a dispute on an intent's charge, or closes it",
    body: z.object({ outcome: z.enum(['won', 'lost']).optional() }),
    answer: z.object({ id: z.string(), status: z.string() }),
    handle: ({ params: { id }, body: { outcome } }) =>
      onIntent(id, async (context, row) => {
        const dispute = (await context.store.ofIntent('dispute', row.id)).find(({ body }) => isOpen(body))
        const charge = (await context.store.ofIntent('charge', row.id)).find(({ body }) => body.status === 'succeeded')
        if (!charge) throw missing('Charge')
        if (!outcome) {
          const { id: of, status } = dispute?.body ?? (await openDispute(context, charge, { reason: 'fraudulent' }))
          return { id: of, status }
        }
        if (!dispute) throw missing('Open dispute')
        const { id: of, status } = await closeDispute(context, dispute, outcome)
        return { id: of, status }
      }),
  }),
]

const standInRoutes = ({ pool }: Controls): Route[] => [
  route({
    method: 'post',
    path: '/api/sandbox/stripe/chaos',
    summary: "Turns the dial of Stripe's unreliability",
    access: everyone,
    body: Chaos.partial(),
    answer: Chaos,
    handle: async ({ body }) => {
      const chaos = Chaos.parse({ ...(await chaosOf(pool)), ...body })
      await turnChaos(pool, chaos)
      return chaos
    },
  }),
  route({
    method: 'get',
    path: '/api/sandbox/stripe/log',
    summary: "The calls and events of Stripe's stand-in so far, oldest first",
    access: everyone,
    answer: z.object({
      calls: z.array(
        z.object({ at: z.string(), account: z.string(), method: z.string(), path: z.string(), status: z.number(), code: z.string().nullable() }),
      ),
      events: z.array(
        z.object({
          id: z.string(),
          type: z.string(),
          account: z.string(),
          object: z.string().nullable(),
          attempts: z.number(),
          delivered: z.boolean(),
        }),
      ),
    }),
    handle: async () => {
      const calls = await pool.query('select at, account, method, path, status, code from stripe_calls order by seq')
      const events = await pool.query(
        `select o.id, o.body ->> 'type' as type, o.account, coalesce(o.body #>> '{data,object,id}', o.body #>> '{related_object,id}') as object,
           coalesce(sum(d.attempts), 0)::int as attempts, coalesce(bool_and(d.delivered_at is not null), false) as delivered
         from stripe_objects o left join stripe_deliveries d on d.event = o.id where o.kind in ('event', 'v2_event') group by o.id order by o.seq`,
      )
      return { calls: calls.rows.map((row) => ({ ...row, at: row.at.toISOString() })), events: events.rows }
    },
  }),
]

export const controlRoutes = (dependencies: Dependencies): Route[] => {
  const context = { ...dependencies, ...controls(dependencies) }
  return [...accountRoutes(context), ...intentRoutes(context), ...standInRoutes(context)]
}
