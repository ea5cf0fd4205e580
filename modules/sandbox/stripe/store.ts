import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type Stripe from 'stripe'
import { type Instant, instantOf } from '../../kernel/dates.ts'
import { noAccess, noSuch } from './errors.ts'

/** The kinds of stored objects, in Stripe's format. */
export type Bodies = {
  account: Stripe.V2.Core.Account
  account_link: Stripe.V2.Core.AccountLink
  balance_transaction: Stripe.BalanceTransaction
  charge: Stripe.Charge
  customer: Stripe.Customer | Stripe.DeletedCustomer
  dispute: Stripe.Dispute
  early_fraud_warning: Stripe.Radar.EarlyFraudWarning
  event: Stripe.Event
  event_destination: Stripe.V2.Core.EventDestination
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payment_method_domain: Stripe.PaymentMethodDomain
  payout: Stripe.Payout
  payout_run: Readonly<{ day: string }>
  refund: Stripe.Refund
  v2_event: Stripe.V2.Core.Event
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Bodies

/** Data of an object that Stripe's API never shows. */
export type Hidden = Readonly<{
  /** For a payment method: the number of the card or account. */
  number?: string
  /** For a payment method: it was authenticated. */
  authenticated?: boolean
  /** For a payment method: an off-session charge has failed. */
  failed?: boolean
  /** For an intent: it was confirmed while the payor was away. */
  offSession?: boolean
  /** For an intent that waits for 3D Secure: the payment method to continue with. */
  waiting?: string
  /** For a balance transaction: its payout. */
  payout?: string
  /** For an account link: it was opened. */
  used?: boolean
  /** For an account: its owner has revoked the platform's access. */
  accessEnded?: boolean
}>
type RowOf<Body> = Readonly<{ id: string; account: string; body: Body; hidden: Hidden; due: Instant | null }>
export type Row<K extends Kind> = RowOf<Bodies[K]>

type Filter = Readonly<{
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Readonly<{ gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }> | undefined
  /** Fields that objects must have, and their values. */
  where?: Readonly<Record<string, string | undefined>>
  /** A further SQL condition, in which $7 is `value`. */
  and?: string
  value?: unknown
}>

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const newId = (prefix: string, length = 24): string => {
  const signs = Array.from(randomBytes(length), (byte) => SIGNS[byte % SIGNS.length])
  return `${prefix}_${signs.join('')}`
}

type Raw = { id: string; account: string; body: unknown; hidden: Hidden; due: Date | null }
const rowOf = <K extends Kind>({ due, ...row }: Raw) => ({ ...row, due: due ? instantOf(due.getTime()) : null }) as Row<K>

export const storeOn = (client: Pick<pg.ClientBase, 'query'>) => {
  const find = async <K extends Kind>(kind: K, id: string, account: string | null, { lock = false } = {}): Promise<Row<K> | null> => {
    const { rows } = await client.query<Raw>(
      `select id, account, body, hidden, due from stripe_objects
       where id = $1 and kind = $2 and ($3::text is null or account = $3)${lock ? ' for update' : ''}`,
      [id, kind, account],
    )
    return rows[0] ? rowOf<K>(rows[0]) : null
  }
  return {
    client,
    find,
    /** @throws StripeRefusal if the account is unknown, or has revoked the access */
    account: async (id: string): Promise<Row<'account'>> => {
      const found = await find('account', id, null)
      if (!found || found.hidden.accessEnded) throw noAccess(id)
      return found
    },
    /** @throws StripeRefusal if the account has no such object */
    get: async <K extends Kind>(kind: K, id: string, account: string | null, options?: { lock?: boolean; param?: string }): Promise<Row<K>> => {
      const found = await find(kind, id, account, options)
      if (!found) throw noSuch(kind, id, options?.param)
      return found
    },
    insert: async <K extends Kind>(kind: K, id: string, account: string, body: Bodies[K], more: { hidden?: Hidden; due?: Instant | null } = {}) => {
      const { hidden = {}, due = null } = more
      await client.query(
        'insert into stripe_objects (id, account, kind, body, hidden, due) values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing',
        [id, account, kind, JSON.stringify(body), JSON.stringify(hidden), due],
      )
      return { id, account, body, hidden, due } satisfies Row<K>
    },
    save: async <Body>(row: RowOf<Body>): Promise<RowOf<Body>> => {
      const values = [row.id, JSON.stringify(row.body), JSON.stringify(row.hidden), row.due]
      await client.query('update stripe_objects set body = $2, hidden = $3, due = $4 where id = $1', values)
      return row
    },
    /** The newest first. Returns one row more than the limit if there are more. */
    list: async <K extends Kind>(kind: K, account: string, filter: Filter): Promise<{ rows: Row<K>[]; more: boolean }> => {
      const { limit, starting_after: after, ending_before: before, created = {}, where = {}, and, value } = filter
      const equal = Object.fromEntries(Object.entries(where).filter(([, wanted]) => wanted !== undefined))
      const { rows } = await client.query<Raw>(
        `select id, account, body, hidden, due from stripe_objects o
         where account = $1 and kind = $2 and body @> $3
           and ($4::text is null or seq < (select seq from stripe_objects where id = $4))
           and ($5::text is null or seq > (select seq from stripe_objects where id = $5))
           and not exists (select 1 from jsonb_each_text($6) bound where not case bound.key
             when 'gt' then (body ->> 'created')::bigint > bound.value::bigint when 'gte' then (body ->> 'created')::bigint >= bound.value::bigint
             when 'lt' then (body ->> 'created')::bigint < bound.value::bigint else (body ->> 'created')::bigint <= bound.value::bigint end)
           ${and ? `and ${and}` : ''}
         order by seq ${before ? 'asc' : 'desc'} limit ${limit + 1}`,
        [account, kind, JSON.stringify(equal), after, before, JSON.stringify(created), ...(and ? [value] : [])],
      )
      const shown = rows.slice(0, limit).map((row) => rowOf<K>(row))
      return { rows: before ? shown.reverse() : shown, more: rows.length > limit }
    },
    /** The account's objects that belong to an intent, oldest first. */
    ofIntent: async <K extends Kind>(kind: K, intent: string): Promise<Row<K>[]> => {
      const { rows } = await client.query<Raw>(
        `select id, account, body, hidden, due from stripe_objects
         where body ? 'payment_intent' and body ->> 'payment_intent' = $1 and kind = $2 order by seq`,
        [intent, kind],
      )
      return rows.map((row) => rowOf<K>(row))
    },
  }
}
export type Store = ReturnType<typeof storeOn>
