import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { type Asked, type Load, load } from '../bench/load.ts'
import { memberCsv } from '../bench/people.ts'
import { ms, percentile } from '../bench/table.ts'
import { treasurerAt } from '../bench/treasurer.ts'
import { type Fault, onTestBed, query } from './test-bed.ts'

const READERS = 12
const ROWS = 59_500
const AT_ONCE = 4
const ROUND_MS = 6_000
const AFTER_REFUSAL_MS = 100
/** Limit of every answer: the wait for a place and a turn, and five seconds. */
const LATEST_MS = 30_000
const PASSWORD = 'Bench-and-fault-1'

const ORDERS = ['createdAt', 'dueDate', 'amount', 'balance', 'payor', 'program', 'status']
const TEXTS = ['example', 'e', 'co', 'm1', '.org', 'a b', '%', 'org m', 'zzzz', '555', 'Large']

/** Expensive queries: broad searches in every order, pages beyond the end, files. */
const hostileCalls = (random: () => number): string => {
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const page = one([1, 2, 7, 3_000, 1_000_000_000])
  const search = encodeURIComponent(one(TEXTS))
  return one([
    `/assessment-bills?search=${search}&orderBy=${one(ORDERS)}&order=${one(['asc', 'desc'])}&page=${page}`,
    `/assessment-bills?orderBy=payor&page=${page}&status=${one(['Unpaid', 'Paid', 'Overdue'])}`,
    `/payments?search=${search}&orderBy=${one(['createdAt', 'amount', 'payor', 'program'])}&page=${page}`,
    `/members?search=${search}&page=${page}`,
    `/members?page=${page}`,
    `/find?q=${search}`,
    `/exports/${one(['bills', 'payments', 'members'])}.csv?search=${search}`,
    '/exports/bills.csv?orderBy=payor',
  ])
}

const cookieOf = async (base: string, email: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${base}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password: PASSWORD }) })
  return login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Fault 26: twelve users of a large network read as hard as they can while the treasurer of a small one works. */
export const hostileReaders: Fault = ({ random, quick }) =>
  onTestBed('hostile-readers', async ({ product, treasurer }) => {
    const { base, databaseUrl } = product()
    const victim = await treasurer.program('Dues')
    await treasurer.client.upload(victim, memberCsv(1_000, 1))
    const bills = await treasurer.client.all<{ id: string }>(`/assessment-bills?assessmentProgramId=${victim}`)

    const owner = await treasurerAt(base, 'hostile0@bench.example')
    const emails = [owner.email]
    for (let i = 1; i < READERS; i += 1) {
      const email = `hostile${i}@bench.example`
      const reader = new DemoClient(base)
      await reader.join({ email, firstName: 'Hostile', lastName: 'Reader' }, PASSWORD)
      const role = i % 2 ? 'Auditor' : 'Admin'
      const { status } = await owner.client.post<{ status: string }>(`/networks/${owner.networkId}/people`, { email, role, expiresAt: null })
      if (status === 'invited') await reader.post('/invitations/accept', { token: await reader.mailedToken(email, 'accept-invitation') })
      await reader.post('/auth/network', { networkId: owner.networkId })
      emails.push(email)
    }
    await owner.client.upload(await owner.program('Large'), memberCsv(ROWS, 2))

    const violations: string[] = []
    const cookies = await Promise.all(emails.map((email) => cookieOf(base, email)))
    const cookie = await cookieOf(base, treasurer.email)

    const work: readonly Asked[] = [
      '/assessment-bills',
      '/dashboard/summary',
      '/reports/aging',
      '/assessment-bills?status=Unpaid&orderBy=amount',
      `/assessment-bills/${bills[0]?.id}`,
      '/assessment-bills?search=lindqvist',
      '/payments',
      '/assessments',
      '/members',
      '/find?q=lindqvist',
    ].map((path) => ({ base, path: `/api${path}`, cookie }))
    let paid = 0
    const next = (n: number): Asked => {
      const bill = n % 10 === 0 ? bills[paid++ % bills.length] : undefined
      const json = { amount: 0.01, method: 'check' }
      return bill ? { base, path: `/api/assessment-bills/${bill.id}/receipts`, cookie, json } : (work[n % work.length] as Asked)
    }

    const answered = new Map<number, number>()
    let slowest = 0
    const readOn = async (hostile: string, signal: AbortSignal) => {
      while (!signal.aborted) {
        // One in five disconnects before the answer.
        const leaving = random() < 0.2 ? AbortSignal.any([signal, AbortSignal.timeout(Math.round(20 + random() * 400))]) : signal
        const began = performance.now()
        try {
          const { statusCode, body } = await request(`${base}/api${hostileCalls(random)}`, { headers: { cookie: hostile }, signal: leaving })
          await body.dump({ limit: Number.POSITIVE_INFINITY, signal: leaving })
          slowest = Math.max(slowest, performance.now() - began)
          answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1)
          if (statusCode >= 400) await pause(AFTER_REFUSAL_MS)
        } catch (error) {
          if (!leaving.aborted) violations.push(`a reader met ${String(error)}`)
        }
      }
    }
    const besideReaders = async (): Promise<Load> => {
      const stop = new AbortController()
      const reading = Promise.all(cookies.flatMap((hostile) => Array.from({ length: AT_ONCE }, () => readOn(hostile, stop.signal))))
      const beside = await load(2, ROUND_MS, next)
      stop.abort()
      await reading
      return beside
    }

    await load(2, ROUND_MS / 2, next)
    const alone: number[] = []
    const beside: number[] = []
    for (let round = 0; round < (quick ? 1 : 4); round += 1) {
      alone.push(...(await load(2, ROUND_MS, next)).latencies)
      beside.push(...(await besideReaders()).latencies)
      await pause(500)
      const left = await query<{ query: string }>(
        databaseUrl(),
        `select left(query, 80) as query from pg_stat_activity where state = 'active' and query_start < now() - interval '400 ms' and query like '%hits%'`,
      )
      for (const { query: still } of left) violations.push(`still under way though nobody waits for it: ${still}`)
    }
    const [p99, limit] = [percentile(beside, 0.99), percentile(alone, 0.99)]
    if (p99 > 3 * limit) violations.push(`the treasurer's p99 was ${ms(p99)} beside them and ${ms(limit)} alone`)
    if (slowest > LATEST_MS) violations.push(`a reader waited ${ms(slowest)} for an answer`)
    for (const status of answered.keys()) if (![200, 429, 503].includes(status)) violations.push(`a reader was answered ${status}`)
    const described = [...answered].map(([status, times]) => `${times} of ${status}`).join(', ')
    return { summary: `${READERS} hostile readers (${described}): the treasurer's p99 ${ms(limit)} alone, ${ms(p99)} beside them`, violations }
  })
