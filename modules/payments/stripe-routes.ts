import type pg from 'pg'
import { forbidden, missing } from '../kernel/errors.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { eachInTurn } from '../platform/each-in-turn.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { admins, IdParams, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { addJobs } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import { dataOf, Message } from '../shared/api.ts'
import { Reconciliation } from './contract.ts'
import { observeJob } from './webhook-inbox.ts'

const THING = 'Payment'

export type StripeRouteDependencies = Readonly<{
  pool: pg.Pool
  limiter: Limiter
  ownerOf: (accountId: string) => Promise<Readonly<{ networkId: NetworkId }> | null>
  accountsOf: (networkId: NetworkId) => Promise<readonly string[]>
  reconcile: (accountId: string) => Promise<void>
  reconciliationsOf: (networkId: NetworkId) => Promise<Reconciliation[]>
}>

/** The routes by which an Admin compares Stripe with the log and sees the result. */
export const stripeRoutes = ({ pool, limiter, ownerOf, accountsOf, reconcile, reconciliationsOf }: StripeRouteDependencies): Route[] => [
  route({
    method: 'post',
    path: '/api/reconciliations',
    summary: "Compare the current network's Stripe accounts with the recorded payments now",
    access: admins('update', 'payment'),
    limits: [limiter({ name: 'comparisons', max: 20, seconds: 60 })],
    answer: dataOf(Reconciliation.array()),
    handle: async ({ visitor }) => {
      if (!visitor.network) throw forbidden('update', 'payment')
      const networkId = mayIn(visitor, visitor.network, 'write', THING, 'update')
      await eachInTurn(await accountsOf(networkId), reconcile)
      return { data: await reconciliationsOf(networkId) }
    },
  }),
  route({
    method: 'post',
    path: '/api/stripe/events/:id/replay',
    about: null,
    summary: 'Look again at what an event of Stripe spoke of',
    access: admins('update', 'payment'),
    params: IdParams,
    answer: Message,
    status: 202,
    handle: async ({ visitor, params: { id } }) => {
      if (!visitor.network) throw forbidden('update', 'payment')
      const { rows } = await pool.query<{ accountId: string; subject: string }>(
        'select account_id as "accountId", subject from stripe_webhooks where id = $1',
        [id],
      )
      const [event] = rows
      mayIn(visitor, (event && (await ownerOf(event.accountId)))?.networkId, 'write', THING, 'update')
      if (!event) throw missing(THING)
      await transaction(pool, async (client) => {
        await client.query('update stripe_webhooks set done_at = null, failure = null, handed_at = clock_timestamp() where id = $1', [id])
        await addJobs(client, [observeJob(event)])
      })
      return { message: 'The event is being processed again.' }
    },
  }),
]
