import type pg from 'pg'
import { missing, nullWithoutAccess } from '../kernel/errors.ts'
import { BillId, type NetworkId, type ProfileId, type UserId } from '../kernel/ids.ts'
import { eachInTurn } from '../platform/each-in-turn.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { signedIn } from '../platform/http/visitor.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { dataOf } from '../shared/api.ts'
import { type CustomerPort, KeptMethod, SavedMethod, SavedMethodsQuery } from './contract.ts'

const THING = 'Saved payment method'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'forget-customers': Readonly<Record<never, never>>
  }
}

type Payor = Readonly<{ id: UserId; email: string }>
type Customer = Readonly<{ accountId: string; customerId: string }>

export type SavedMethodDependencies = Readonly<{
  pool: pg.Pool
  addJob: (job: Job) => Promise<void>
  limiter: Limiter
  /** null if Stripe is not set up. */
  customers: CustomerPort | null
  ownerOfAccount: (accountId: string) => Promise<Readonly<{ networkId: NetworkId; profileId: ProfileId }> | null>
  networkOf: (id: NetworkId) => Promise<Readonly<{ name: string }> | null>
  profileNameOf: (id: ProfileId) => Promise<string | null>
  /** Called after a payor has removed a saved method. */
  methodRemoved: (methodId: string) => Promise<void>
}>

const customersIn = (pool: pg.Pool) => {
  const customersOf = async (userId: UserId): Promise<Customer[]> =>
    (
      await pool.query<Customer>(
        'select account_id as "accountId", customer_id as "customerId" from stripe_customers where user_id = $1 order by 1',
        [userId],
      )
    ).rows
  const customerAt = async (userId: UserId, accountId: string): Promise<string | null> =>
    (await customersOf(userId)).find((one) => one.accountId === accountId)?.customerId ?? null
  return { customersOf, customerAt }
}

/** The routes by which payors list and delete their saved methods. */
const savedMethodRoutes = ({ pool, customers, limiter, ownerOfAccount, networkOf, profileNameOf, methodRemoved }: SavedMethodDependencies) => {
  // A limit for each visitor, since Stripe limits the calls of the whole installation.
  const limits = [limiter({ name: 'saved payment methods', max: 60, seconds: 60 })]
  const { customersOf, customerAt } = customersIn(pool)
  const keptAt = async ({ accountId, customerId }: Customer): Promise<KeptMethod[]> => {
    const saved = customers && (await nullWithoutAccess(customers.methodsOf(accountId, customerId)))
    const owner = saved?.length ? await ownerOfAccount(accountId) : null
    if (!saved || !owner) return []
    const [network, profile] = await Promise.all([networkOf(owner.networkId), profileNameOf(owner.profileId)])
    if (!network || profile === null) return []
    return saved.map((method) => ({
      ...method,
      network: { id: owner.networkId, name: network.name },
      paymentProfile: { id: owner.profileId, name: profile },
    }))
  }

  return (accountOfBill: (id: BillId) => Promise<string | null>): Route[] => [
    route({
      limits,
      method: 'get',
      path: '/api/my/payment-methods',
      summary: "What the signed-in payor has saved with the account of a bill's network",
      access: signedInTo('view', 'saved payment method'),
      query: SavedMethodsQuery,
      answer: dataOf(SavedMethod.array()),
      refusals: ['not-found', 'unfolded'],
      handle: async ({ visitor, query }) => {
        const { id } = signedIn(visitor)
        const accountId = await accountOfBill(idOf(BillId, query.assessmentId, 'Assessment bill'))
        const customerId = accountId && (await customerAt(id, accountId))
        const saved = customerId && customers && (await nullWithoutAccess(customers.methodsOf(accountId, customerId)))
        return { data: [...(saved || [])] }
      },
    }),
    route({
      limits,
      method: 'get',
      path: '/api/my/saved-methods',
      summary: 'What the signed-in payor has saved, over all networks, each with the network that keeps it',
      access: signedInTo('view', 'saved payment method'),
      answer: dataOf(KeptMethod.array()),
      handle: async ({ visitor }) => {
        const kept: KeptMethod[] = []
        // Reads one account after the other, so that a payor of many networks does not exceed Stripe's rate limit.
        for (const customer of await customersOf(signedIn(visitor).id)) kept.push(...(await keptAt(customer)))
        return { data: kept.sort((a, b) => a.network.name.localeCompare(b.network.name)) }
      },
    }),
    route({
      limits,
      method: 'delete',
      path: '/api/my/payment-methods/:id',
      about: null,
      summary: 'Forget a saved card or bank account',
      access: signedInTo('delete', 'saved payment method'),
      params: IdParams,
      status: 204,
      handle: async ({ visitor, params }) => {
        const { id: userId } = signedIn(visitor)
        if (!customers) throw missing(THING)
        for (const { accountId, customerId } of await customersOf(userId)) {
          const saved = await nullWithoutAccess(customers.methodsOf(accountId, customerId))
          if (!saved?.some(({ id }) => id === params.id)) continue
          await customers.detach(accountId, params.id)
          await methodRemoved(params.id)
          return null
        }
        throw missing(THING)
      },
    }),
  ]
}

/**
 * Cards and bank accounts that signed-in payors save. Stripe keeps them; this module keeps only the id of their
 * customer.
 */
export const savedMethods = (dependencies: SavedMethodDependencies) => {
  const { pool, addJob, customers } = dependencies
  const { customersOf, customerAt } = customersIn(pool)

  return {
    /** A method that this payor has saved, with its account and customer. @throws DomainError 404 */
    find: async ({ id: userId }: Pick<Payor, 'id'>, methodId: string): Promise<Customer & Readonly<{ method: SavedMethod }>> => {
      for (const customer of await customersOf(userId)) {
        const saved = customers && (await nullWithoutAccess(customers.methodsOf(customer.accountId, customer.customerId)))
        const method = saved?.find(({ id }) => id === methodId)
        if (method) return { ...customer, method }
      }
      throw missing(THING)
    },

    /** The customer that holds a payor's saved methods on an account. */
    customerFor: async ({ id: userId, email }: Payor, accountId: string): Promise<string | null> => {
      const known = await customerAt(userId, accountId)
      if (!customers || (known && (await customers.isThere(accountId, known)))) return known
      const customerId = await customers.open({ userId, email, accountId, instead: known })
      await pool.query(
        `insert into stripe_customers (user_id, account_id, customer_id) values ($1, $2, $3)
         on conflict (user_id, account_id) do update set customer_id = excluded.customer_id`,
        [userId, accountId, customerId],
      )
      return customerId
    },

    /** Checks that this payor has saved the method with this account. @throws DomainError 404 if not */
    ownerOf: async ({ id: userId }: Payor, accountId: string, methodId: string): Promise<string> => {
      const customerId = await customerAt(userId, accountId)
      const saved = customerId && customers ? await customers.methodsOf(accountId, customerId) : []
      if (!customerId || !saved.some(({ id }) => id === methodId)) throw missing(THING)
      return customerId
    },

    /** Jobs that remove the cards and addresses of deleted users from Stripe. */
    tasks: {
      'forget-customers': async () => {
        if (!customers) return
        const { rows } = await pool.query<Customer & { userId: UserId }>(
          `select user_id as "userId", account_id as "accountId", customer_id as "customerId" from stripe_customers c
           where not exists (select from users u where u.id = c.user_id)`,
        )
        const forget = async ({ userId, accountId, customerId }: (typeof rows)[number]): Promise<void> => {
          for (const { id } of await customers.methodsOf(accountId, customerId)) await customers.detach(accountId, id)
          await customers.anonymize(accountId, customerId)
          await pool.query('delete from stripe_customers where user_id = $1 and account_id = $2', [userId, accountId])
        }
        await eachInTurn(rows, (row) => nullWithoutAccess(forget(row)))
      },
    } satisfies Pick<Tasks, 'forget-customers'>,

    forgetLater: () => addJob({ task: 'forget-customers', payload: {}, key: 'forget-customers' }),

    routes: savedMethodRoutes(dependencies),
  }
}
export type SavedMethods = ReturnType<typeof savedMethods>
