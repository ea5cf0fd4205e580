import { type Asked, load } from './load.ts'
import { median, ms, percentile } from './table.ts'

const STATUSES = ['Paid', 'Unpaid', 'Overdue', 'Partial', 'PendingConfirmation', 'Archived', 'Failed']
const BILL_ORDERS = ['createdAt', 'dueDate', 'amount', 'balance', 'payor', 'program', 'status']
const PAYMENT_ORDERS = ['createdAt', 'amount', 'payor', 'program']

/** Queries of lists: default, filtered, sorted both ways, and searched. */
export const billLists = (programs: readonly string[]): readonly (readonly [name: string, paths: readonly string[]])[] => {
  const program = (n: number) => `assessmentProgramId=${programs[n % programs.length]}`
  const queries: Readonly<Record<string, readonly string[]>> = {
    'as it opens': ['page=1', 'page=2', 'page=3'],
    filtered: [
      ...STATUSES.map((status) => `status=${status}`),
      ...[0, 9, 23].map(program),
      ...STATUSES.map((status, i) => `${program(5 * i)}&status=${status}`),
    ],
    sorted: BILL_ORDERS.flatMap((order) => [`orderBy=${order}&order=asc`, `orderBy=${order}&order=desc`]),
    'filtered and sorted': BILL_ORDERS.flatMap((order, i) => [
      `orderBy=${order}&status=${STATUSES[i % 3]}`,
      `orderBy=${order}&order=asc&${program(3 * i)}`,
      `orderBy=${order}&status=${STATUSES[(i + 2) % 6]}&${program(i)}`,
    ]),
    searched: [
      'search=lindqvist1',
      'search=Grace%20Okarand',
      'search=sorterer5&orderBy=amount',
      'search=Dues%202024',
      'search=No.%2012345',
      'search=nobody%20at%20all',
    ],
  }
  return Object.entries(queries).map(([name, list]) => [name, list.map((query) => `/assessment-bills?${query}`)] as const)
}
export const paymentLists = (programs: readonly string[]): readonly string[] =>
  [
    'page=1',
    'page=2',
    `assessmentProgramId=${programs[7]}`,
    ...PAYMENT_ORDERS.flatMap((order) => [`orderBy=${order}&order=asc`, `orderBy=${order}&order=desc`]),
    `orderBy=amount&assessmentProgramId=${programs[3]}`,
    'search=lindqvist1',
    'search=No.%2012345',
  ].map((query) => `/payments?${query}`)
export const SEARCHES = [
  'lindqvist',
  'linqvist',
  'phebe',
  'grace',
  'li',
  'lindqvist dues',
  'No. 12345',
  '555',
  'pension',
  'a7',
  'rebekah lindkvist',
  'nobody',
].map((text) => `/find?q=${encodeURIComponent(text)}`)
export const DASHBOARD = ['/dashboard/summary', '/dashboard/recent-payments', '/reports/payments', '/reports/aging']

/** Milliseconds of single requests, ten per path after a warm-up, and the path with the slowest median. */
export const askAlone = async (asked: (path: string) => Asked, paths: readonly string[]) => {
  const slowest = { path: '', took: 0 }
  const all: number[] = []
  for (const path of paths) {
    const { latencies } = await load(1, 60_000, (n) => (n < 12 ? asked(path) : null))
    const took = median(latencies.slice(2))
    all.push(...latencies.slice(2))
    if (took > slowest.took) Object.assign(slowest, { path, took })
    if (process.env.VERBOSE) console.log(`    ${ms(took)} ${path}`)
  }
  return { p50: median(all), p99: percentile(all, 0.99), slowest }
}
