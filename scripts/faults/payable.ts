import { connectToStripe } from '../../modules/app/demo/card-payments.ts'
import { memberCsv } from '../bench/people.ts'
import type { Product } from '../bench/product.ts'
import { query, type TestBed } from './test-bed.ts'

/**
 * A program with bills payable by card, bank debit and further methods. `rows`: the number of payors, or their list.
 */
export const payableBills = async (
  { treasurer, product }: Pick<TestBed, 'treasurer'> & Readonly<{ product: () => Pick<Product, 'databaseUrl'> }>,
  rows: number | string,
  { enableAccount, methods = {} }: Readonly<{ enableAccount?: (account: string) => Promise<unknown>; methods?: object }> = {},
): Promise<string[]> => {
  const { client, networkId, confirm } = treasurer
  await confirm()
  const profile = await client.post<{ id: string }>('/payment-profiles', { name: 'Cards', methods: { Credit: { isEnabled: true }, ...methods } })
  await connectToStripe(client, profile.id, enableAccount)
  const terms = { name: 'By card', description: null, frequency: 'OneTime', type: 'Uniform', amount: 100, dueDate: '2099-12-31' }
  const program = await client.post<{ id: string }>(`/networks/${networkId}/assessments`, terms)
  await client.put(`/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: profile.id })
  await client.upload(program.id, typeof rows === 'string' ? rows : memberCsv(rows, 1))
  const found = await query<{ id: string }>(product().databaseUrl(), 'select id from read.bills where program_id = $1 order by id', [program.id])
  return found.map(({ id }) => id)
}

export type Paying = Readonly<{ status: number; body: { paymentIntentId?: string; code?: string } | null }>

/** A payor at the API: status 0 means no answer. */
export const payorAt =
  (base: string) =>
  async (path: string, json: unknown): Promise<Paying> => {
    try {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
        signal: AbortSignal.timeout(60_000),
      }
      const answer = await fetch(`${base}/api${path}`, init)
      return { status: answer.status, body: (await answer.json().catch(() => null)) as Paying['body'] }
    } catch {
      return { status: 0, body: null }
    }
  }

/**
 * Violations of this rule: each payment that Stripe has taken is recorded once, with its amount, and no other payment
 * is recorded (R78, R79).
 */
export const takenAndRecorded = async (url: string): Promise<string[]> => {
  const rows = await query<{ problem: string }>(
    url,
    `select format('R78 intent %s took %s at Stripe and is recorded %s times with %s', coalesce(s.id, p.intent_id), coalesce(s.taken, 0), coalesce(p.times, 0), p.amount) as problem
     from (select id, (body ->> 'amount_received')::bigint as taken from stripe_objects where kind = 'payment_intent' and body ->> 'status' = 'succeeded') s
     full join (select intent_id, count(distinct remittance_id) as times, sum(amount) as amount from read.payments where intent_id is not null group by intent_id) p on p.intent_id = s.id
     where s.id is null or p.times is distinct from 1 or p.amount <> s.taken limit 20`,
  )
  const twice = await query<{ problem: string }>(
    url,
    `select format('R79 bill %s was paid %s times through Stripe', bill_id, count(*)) as problem from read.payments where intent_id is not null group by bill_id having count(*) > 1 limit 20`,
  )
  return [...rows, ...twice].map(({ problem }) => problem)
}

export const notYet = async (url: string, bills: readonly string[], state: string): Promise<number> =>
  (await query<{ n: number }>(url, 'select count(*)::int as n from read.bills where id = any($1) and state <> $2', [bills, state]))[0]?.n ?? 0
