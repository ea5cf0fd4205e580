import type pg from 'pg'
import type Stripe from 'stripe'
import type { Instant } from '../../kernel/dates.ts'
import { signatureOf } from '../../platform/http/signed-body.ts'
import { type Chaos, happens } from './chaos.ts'
import type { Context } from './context.ts'
import { newId, type Store } from './store.ts'

/** The API version that the SDK in package.json uses. */
export const API_VERSION = '2026-10-28.endive'

const SNAPSHOTS = '/api/stripe/webhook'
const THIN = '/api/stripe/webhook/accounts'

const AT_ONCE = 16
const TAKES_MS = 20_000
const REORDERED_MS = 2_000
const GIVE_UP_DAYS = 3

type Sending = Readonly<{
  store: Store
  account: string
  at: Instant
  chaos: Chaos
  /** The types of events that the endpoint gets, in Stripe's snapshot format. */
  enabledEvents: readonly string[] | '*'
  request: Readonly<{ id: string; key: string | null }> | null
}>

/** Stores the events of a change with their deliveries, in the transaction of that change. */
export const sending = ({ store, account, at, chaos, enabledEvents, request }: Sending): Pick<Context, 'send' | 'sendThin'> => {
  const send = async (event: string, url: string): Promise<void> => {
    const copies = happens(chaos.duplicate) ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      const waits = happens(chaos.reorder) ? Math.random() * REORDERED_MS : 0
      // A dropped event is never delivered, like Stripe's own after three days.
      const next = happens(chaos.drop) ? null : waits
      await store.client.query(`insert into stripe_deliveries (event, url, next_at) values ($1, $2, now() + $3 * interval '1 ms')`, [
        event,
        url,
        next,
      ])
    }
  }
  return {
    send: async (type, object) => {
      const id = newId('evt')
      const body = {
        id,
        object: 'event',
        ...(account ? { account } : {}),
        api_version: API_VERSION,
        created: Math.floor(Date.parse(at) / 1000),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: request && { id: request.id, idempotency_key: request.key },
        type,
      } as unknown as Stripe.Event
      await store.insert('event', id, account, body)
      if (enabledEvents === '*' || enabledEvents.includes(type)) await send(id, SNAPSHOTS)
    },
    sendThin: async ({ type, data, related }) => {
      const id = newId('evt_test')
      const body = {
        id,
        object: 'v2.core.event',
        context: account,
        created: at,
        ...(data ? { data } : {}),
        livemode: false,
        ...(related ? { related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` } } : {}),
        type,
      } as unknown as Stripe.V2.Core.Event
      await store.insert('v2_event', id, account, body)
      await send(id, THIN)
    },
  }
}

type Delivery = { seq: string; url: string; kind: string; body: Record<string, unknown> }

/** The body of a delivery. A thin event is sent without its data. */
const payloadOf = ({ kind, body: { data, ...thin } }: Delivery): string => JSON.stringify(kind === 'event' ? { ...thin, data } : thin)

type Target = Readonly<{ pool: pg.Pool; base: () => string; secret: string; accountsSecret: string; signal: AbortSignal }>

/**
 * Sends due deliveries until they are accepted, with longer and longer waits. The signature has the machine's time, not
 * the application's, since the SDK checks it.
 */
export const deliverer = ({ pool, base, secret, accountsSecret, signal }: Target) => {
  const post = async (delivery: Delivery): Promise<boolean> => {
    const body = payloadOf(delivery)
    const key = delivery.url === THIN ? accountsSecret : secret
    const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(key, body, Math.floor(Date.now() / 1000)) }
    const patience = AbortSignal.any([signal, AbortSignal.timeout(TAKES_MS)])
    const answer = await fetch(base() + delivery.url, { method: 'POST', body, headers, signal: patience, redirect: 'manual' }).catch(() => null)
    await answer?.body?.cancel()
    return answer?.ok ?? false
  }

  /**
   * Claims deliveries for a limited time, so that two processes never send the same one, and a crash does not lose any.
   */
  const leased = async (): Promise<Delivery[]> => {
    const { rows } = await pool.query<Delivery>(
      `with due as (
         select seq from stripe_deliveries where next_at <= now() order by next_at, seq limit ${AT_ONCE} for update skip locked)
       update stripe_deliveries d set attempts = attempts + 1, next_at = now() + interval '30 seconds'
       from due, stripe_objects o where d.seq = due.seq and o.id = d.event
       returning d.seq, d.url, o.kind, o.body`,
    )
    return rows
  }

  const sendAll = async (deliveries: readonly Delivery[]): Promise<void> => {
    const sent = await Promise.all(deliveries.map(async (delivery) => ({ ...delivery, isTaken: await post(delivery) })))
    const seqs = (isTaken: boolean) => sent.flatMap((one) => (one.isTaken === isTaken ? [one.seq] : []))
    await pool.query('update stripe_deliveries set delivered_at = now(), next_at = null where seq = any($1)', [seqs(true)])
    // This process is ending, so the next one may claim its deliveries at once.
    await pool.query(
      `update stripe_deliveries set next_at = case when created_at < now() - interval '${GIVE_UP_DAYS} days' then null
         else now() + case when $2 then 0 else least(2 ^ (attempts - 1), 3600) end * interval '1 second' end where seq = any($1)`,
      [seqs(false), signal.aborted],
    )
  }

  return async (): Promise<void> => {
    while (!signal.aborted) {
      const deliveries = await leased()
      if (deliveries.length === 0) return
      await sendAll(deliveries)
    }
  }
}
