import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Clock, Instant } from '../../kernel/dates.ts'
import { transaction } from '../../platform/postgres/database.ts'
import { payOut } from './balance.ts'
import { type Chaos, chaosOf } from './chaos.ts'
import { settleDebit } from './charges.ts'
import type { Context } from './context.ts'
import { settleRefund } from './refunds.ts'
import { type Kind, type Store, storeOn } from './store.ts'
import { sending } from './webhooks.ts'

type Dependencies = Readonly<{ pool: pg.Pool; now: Clock; origin: () => string; enabledEvents: readonly string[] | '*' }>
type Request = Readonly<{ id: string; key: string | null }>
/** Opens the books of an account, as of now if no time is given. */
export type Open = (account: string, at?: Instant) => Context

const names = new Map<string, string>()

/** Prepares each statement once for each connection: a payment needs about thirty, all with constant text. */
const preparing = (client: pg.PoolClient): Pick<pg.ClientBase, 'query'> => ({
  query: ((text: string, values?: unknown[]) => {
    if (!values) return client.query(text)
    const name = names.get(text) ?? `stand-in-${names.size}`
    names.set(text, name)
    return client.query({ name, text, values })
  }) as pg.ClientBase['query'],
})

/** Runs work on the objects in one transaction, which also stores its events and deliveries. */
export const worker = ({ pool, now, origin, enabledEvents }: Dependencies) => {
  const work = <Result>(run: (open: Open, store: Store) => Promise<Result>, request: Request | null = null, known?: Chaos): Promise<Result> =>
    transaction(pool, async (connection) => {
      const client = preparing(connection)
      const store = storeOn(client)
      const chaos = known ?? (await chaosOf(client))
      const open: Open = (account, at = now()) => ({
        store,
        account,
        at,
        origin: origin(),
        ...sending({ store, account, at, chaos, enabledEvents, request }),
      })
      return run(open, store)
    })

  const settlers: { [K in Kind]?: (context: Context, id: string) => Promise<void> } = {
    payment_intent: async (context, id) => {
      const intent = await context.store.get('payment_intent', id, context.account, { lock: true })
      if (isDue(intent, context)) await settleDebit(context, intent)
    },
    refund: async (context, id) => {
      const { body } = await context.store.get('refund', id, context.account)
      // Everything about a payment is locked by locking its intent.
      await context.store.get('payment_intent', String(body.payment_intent), context.account, { lock: true })
      const refund = await context.store.get('refund', id, context.account, { lock: true })
      if (isDue(refund, context)) await settleRefund(context, refund)
    },
    payout_run: async (context, id) => {
      const run = await context.store.get('payout_run', id, context.account, { lock: true })
      if (isDue(run, context)) await payOut(context, run)
    },
  }
  const isDue = ({ due }: { due: Instant | null }, { at }: Context): boolean => due !== null && due <= at

  /** Settles one object that is due, as of its due time. Without `intent`, the one that has been due longest. */
  const settleOne = async (until: Instant, intent: string | null): Promise<boolean> => {
    const { rows } = await pool.query<{ id: string; account: string; kind: Kind; due: Date }>(
      `select id, account, kind, due from stripe_objects
       where due <= $1 and ($2::text is null or id = $2 or body ->> 'payment_intent' = $2) order by due, seq limit 1`,
      [until, intent],
    )
    const [next] = rows
    if (!next) return false
    const at = next.due.toISOString() as Instant
    await work((open) => settlers[next.kind]?.(open(next.account, intent === null ? at : until), next.id) ?? Promise.resolve())
    return true
  }

  return {
    work,
    settleDue: async (): Promise<void> => {
      const until = now()
      while (await settleOne(until, null)) {}
    },
    settleNow: async (intent: string): Promise<void> => {
      const at = now()
      const sooner = `update stripe_objects set due = $2 where due > $2 and (id = $1 or body ->> 'payment_intent' = $1)`
      await pool.query(sooner, [intent, at])
      while (await settleOne(at, intent)) {}
    },
  }
}
export type Work = ReturnType<typeof worker>

export const newRequest = (key?: string, id = `req_${randomUUID().replaceAll('-', '').slice(0, 14)}`): Request => ({ id, key: key ?? null })
