import type pg from 'pg'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { DomainError } from '../kernel/errors.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'
import { bytesOf } from '../platform/http/signed-body.ts'
import { addJobs } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import type { StripeSettings } from './stripe/connection.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    /** Something at Stripe has changed: it is asked for as it is now, whatever was said of it. */
    'look-at-stripe': Readonly<{ accountId: string; subject: string }>
  }
}

/** An event of Stripe's: which, of what kind, on whose account, about what. */
type Hint = Readonly<{ id: string; type: string; accountId: string; subject: string }>

const Named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const Subject = z.object({ id: z.string(), object: z.string(), payment_intent: Named.nullish() })

const RelatedAccount = z.object({ related_object: z.object({ id: z.string().startsWith('acct_') }) })

/** What an event speaks of: payments by their intent, all else by its own id; null for what is none of our business. */
const subjectOf = (object: unknown): string | null => {
  const { data } = Subject.safeParse(object)
  if (!data) return null
  return data.object === 'payment_intent' || data.object === 'payout' || data.object === 'account' ? data.id : (data.payment_intent ?? null)
}

/** Keeps a hint once, and has what it speaks of looked at; many hints about one thing are one job. */
const keep = async (pool: pg.Pool, { id, type, accountId, subject }: Hint): Promise<void> => {
  // Most of a storm are repeats.
  const { rowCount: known } = await pool.query({ name: 'known-hint', text: 'select from stripe_webhooks where id = $1', values: [id] })
  if (known) return
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'insert into stripe_webhooks (id, type, account_id, subject) values ($1, $2, $3, $4) on conflict (id) do nothing',
      [id, type, accountId, subject],
    )
    if (rowCount) await addJobs(client, [{ task: 'look-at-stripe', payload: { accountId, subject }, key: `stripe/${accountId}/${subject}` }])
  })
}

type Needs = Readonly<{ pool: pg.Pool; stripe: Stripe | null; settings: StripeSettings | null }>

const received = z.object({ received: z.literal(true) })
const refusedSignature = () => new DomainError('invalid', 'signature-invalid', 'The signature is missing, wrong or too old.')

/**
 * What Stripe tells by itself. It comes late, twice and in any order (docs.stripe.com/webhooks), so it decides nothing: it is kept,
 * answered at once, and what it speaks of is looked at by a job.
 */
export const webhookRoutes = ({ pool, stripe, settings }: Needs): Route[] => {
  const verified = <Event>(secret: string | undefined, open: (stripe: Stripe, secret: string) => Event): Event => {
    if (!stripe || !secret) throw refusedSignature()
    try {
      return open(stripe, secret)
    } catch {
      throw refusedSignature()
    }
  }
  return [
    route({
      method: 'post',
      path: '/api/stripe/webhook',
      summary: "Stripe's signed events of payments on connected accounts",
      access: everyone,
      rawBody: true,
      answer: received,
      handle: async ({ req }) => {
        const body = await bytesOf(req)
        const signature = req.get('stripe-signature') ?? ''
        const { id, type, account, data } = verified(settings?.webhookSecret, (one, secret) => one.webhooks.constructEvent(body, signature, secret))
        const subject = subjectOf(data.object)
        if (account && subject) await keep(pool, { id, type, accountId: account, subject })
        return { received: true as const }
      },
    }),
    route({
      method: 'post',
      path: '/api/stripe/webhook/accounts',
      summary: "Stripe's signed, thin events of connected accounts",
      access: everyone,
      rawBody: true,
      answer: received,
      handle: async ({ req }) => {
        const body = (await bytesOf(req)).toString('utf8')
        const signature = req.get('stripe-signature') ?? ''
        const event = verified(settings?.accountsWebhookSecret, (one, secret) => one.parseEventNotification(body, signature, secret))
        const accountId = RelatedAccount.safeParse(event).data?.related_object.id
        if (accountId) await keep(pool, { id: event.id, type: event.type, accountId, subject: accountId })
        return { received: true as const }
      },
    }),
  ]
}

/** What tells that a payment has come, and nothing else. */
export const PAYMENT_HAS_COME: readonly string[] = ['payment_intent.succeeded', 'charge.succeeded']

/** What tells of a bank debit under way. */
export const DEBIT_UNDER_WAY = 'payment_intent.processing'

/** The types of all events about something, and of those among them that nobody has looked into yet. */
export type Told = Readonly<{ types: readonly string[]; news: readonly string[] }>

/** Does what hints ask for, and notes on all of them that spoke of it how it went. */
export const lookAtStripe =
  (pool: pg.Pool, look: (accountId: string, subject: string, told: Told) => Promise<void>) =>
  async ({ accountId, subject }: Readonly<{ accountId: string; subject: string }>): Promise<void> => {
    const { rows } = await pool.query<{ id: string; type: string; done: boolean }>(
      'select id, type, done_at is not null as done from stripe_webhooks where account_id = $1 and subject = $2',
      [accountId, subject],
    )
    const typesOf = (some: typeof rows) => some.map(({ type }) => type)
    const news = rows.filter(({ done }) => !done)
    const ids = news.map(({ id }) => id)
    try {
      await look(accountId, subject, { types: typesOf(rows), news: typesOf(news) })
      await pool.query('update stripe_webhooks set done_at = clock_timestamp(), failure = null where id = any($1)', [ids])
    } catch (error) {
      const failure = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
      await pool.query('update stripe_webhooks set failure = $2 where id = any($1)', [ids, failure]).catch(() => {})
      throw error
    }
  }
