import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuild } from '../../projections/rebuild.ts'
import { type App, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import { startWireProcess } from '../../scripts/testing/eventstoredb/process.ts'
import { knowsMoments } from '../../web-admin/domain/api/as-of.ts'
import type { Bill, Credit } from '../bills/contract.ts'
import type { Instant } from '../kernel/dates.ts'

let app: App

const csv = [
  'firstName,lastName,email,congregation',
  ...['Ruth', 'Ole', 'Ada', 'Kim', 'Per', 'Eva'].map((name, i) => `${name},No${'x'.repeat(i)},r${i}@example.org,${i % 2 ? 'First' : ''}`),
].join('\n')

type Made = Awaited<ReturnType<typeof startNetwork>>

/** The commands that a plan names by their index, most of them on one bill. Some may be refused. */
const deeds: readonly ((made: Made, bill: Bill, n: number) => Promise<{ status: number }>)[] = [
  ({ admin }, { id }, n) =>
    admin.send('post', `/api/assessment-bills/${id}/receipts`, { json: { amount: 40 + n, method: 'cash', reference: `No ${n}` } }),
  ({ admin }, { id }) => admin.send('put', `/api/assessment-bills/${id}/mark-as-paid`, { json: { method: 'check' } }),
  ({ admin }, { id }, n) => admin.send('post', `/api/assessment-bills/${id}/adjustments`, { json: { amount: n % 2 ? 5 : -5, reason: 'Agreed' } }),
  ({ admin }, { id }) => admin.send('put', `/api/assessment-bills/${id}/archive`, { json: {} }),
  async ({ admin, programId }, { id }, n) => {
    await admin.send('put', `/api/assessment-programs/${programId}/plans`, { json: { counts: [2, 3, 4] } })
    return admin.send('post', `/api/assessment-bills/${id}/plan`, { json: { count: 2 + (n % 3) } })
  },
  (_, { id }) => app.guest().send('post', `/api/assessments/${id}/mark-as-paid`, { json: { paymentMethod: 'zelle' } }),
  async ({ admin }, { id }) => {
    await app.guest().send('post', `/api/assessments/${id}/mark-as-paid`, { json: { paymentMethod: 'wire' } })
    return admin.send('post', `/api/assessment-bills/${id}/not-received`, { json: { reason: 'Nothing came' } })
  },
  async ({ admin }, { id }) => {
    const { data } = await admin.get<{ data: { id: string }[] }>(`/api/assessment-bills/${id}/payments`)
    return admin.send('post', `/api/assessment-bills/${id}/reversals`, { json: { paymentId: data[0]?.id ?? id, reason: 'A mistake' } })
  },
  async ({ admin }, { id, individualMember }) => {
    const other = (await admin.get<{ bills: Bill[] }>(`/api/members/${individualMember?.id}`)).bills.find(
      (bill) => bill.balance > 0 && bill.id !== id,
    )
    await admin.send('post', `/api/assessment-bills/${id}/receipts`, { json: { amount: 500, method: 'cash' } })
    const { data } = await admin.get<{ data: Credit[] }>(`/api/credits?payorId=${individualMember?.id}`)
    return admin.send('post', `/api/assessment-bills/${other?.id}/credits`, { json: { paymentId: data[0]?.paymentId, amount: 1, reason: 'Theirs' } })
  },
  ({ admin }, { individualMember }, n) =>
    admin.send('put', `/api/members/${individualMember?.id}`, { json: { lastName: `Name ${n}`, phone: '320 555 0100' } }),
  ({ admin, programId }, _, n) =>
    admin.send('put', `/api/assessments/${programId}`, {
      json: { name: `Dues ${n}`, frequency: 'OneTime', type: 'Uniform', amount: 100 + n, dueDate: '2150-06-30' },
    }),
  ({ admin, profileId }, _, n) =>
    admin.send('put', `/api/payment-profiles/${profileId}`, {
      json: { name: `Main ${n}`, methods: { Zelle: { isEnabled: true, zelleContact: 'pay@example.org' } } },
    }),
  ({ admin, networkId }, _, n) => admin.send('put', `/api/networks/${networkId}`, { json: { name: `Synod ${n}` } }),
  ({ admin }, { individualMember }, n) =>
    admin.send('post', '/api/remittances', { json: { payerId: individualMember?.id, amount: 120 + n, method: 'check', reference: `No ${n}` } }),
  async ({ admin, profileId }, { individualMember }, n) => {
    const terms = { day: '2026-01-05', paymentProfileId: profileId, expectedCount: 1, expectedTotal: 5 }
    const { data } = await admin.post<{ data: { id: string } }>('/api/deposits', terms)
    const check = { payerId: individualMember?.id, amount: 5, method: 'check', depositId: data.id }
    const recorded = await admin.send('post', '/api/remittances', { json: check })
    return n % 2 ? admin.send('post', `/api/deposits/${data.id}/close`, { json: {} }) : recorded
  },
  async ({ admin, profileId }, _, n) => {
    const form = new FormData()
    form.set('account', profileId)
    form.set('file', new Blob([`Date,Description,Amount\n2026-03-31,Gift ${n},1.00\n`], { type: 'text/csv' }), 'statement.csv')
    await admin.send('post', '/api/bank-statements', { form })
    const { data } = await admin.get<{ data: { id: string }[] }>('/api/bank-lines')
    return admin.send('post', `/api/bank-lines/${data[0]?.id}/ignore`, { json: { reason: 'Interest' } })
  },
  ({ admin, programId }, _, n) => admin.upload(programId, `firstName,lastName,email\nNew${n},Comer,n${n}@example.org\n`),
]

/** The paths of all calls that answer as of a moment. */
const pathsOf = ({ programId, bills: [bill] }: Made, remittanceId = 'none'): string[] => [
  ...['summary', 'recent-payments'].map((name) => `/api/dashboard/${name}`),
  ...['payments', 'aging', `aging?assessmentProgramId=${programId}`].map((name) => `/api/reports/${name}`),
  ...['assessments', 'assessment-programs'].flatMap((programs) => [`/api/${programs}`, `/api/${programs}/${programId}`]),
  `/api/assessment-programs/${programId}/count`,
  ...['', '&orderBy=payor', '&orderBy=status&order=asc', '&orderBy=balance', '&status=Paid', '&search=name', `&assessmentProgramId=${programId}`].map(
    (rest) => `/api/assessment-bills?pageSize=5${rest}`,
  ),
  '/api/bill-counts',
  `/api/bill-counts?assessmentProgramId=${programId}`,
  `/api/assessment-bills/${bill?.id}`,
  ...['payments', 'plan'].map((name) => `/api/assessment-bills/${bill?.id}/${name}`),
  ...['', '&orderBy=amount', '&search=No'].map((rest) => `/api/payments?pageSize=5${rest}`),
  ...['', '&method=cash', '&search=No'].map((rest) => `/api/remittances?pageSize=5${rest}`),
  `/api/remittances/${remittanceId}`,
  ...['/api/deposits?pageSize=5', '/api/deposits?status=Closed', '/api/deposits/none'],
  ...['/api/bank-lines?pageSize=5', '/api/bank-lines?status=ignored'],
  '/api/credits',
  '/api/members?pageSize=5',
  '/api/members?search=name',
  '/api/members?orderBy=balance&order=desc',
  `/api/members?assessmentProgramId=${programId}&order=desc`,
  `/api/members/${bill?.individualMember?.id}`,
  `/api/members/${bill?.individualMember?.id}/open-bills`,
  ...['bills', 'payments', 'members'].map((name) => `/api/exports/${name}.csv`),
]

/** The answers of some calls, and the last moment at which they held. */
type Seen = Readonly<{ at: Instant; answers: Readonly<Record<string, string>> }>
const asOf = (path: string, at: string) => `${path}${path.includes('?') ? '&' : '?'}asOf=${at}`

const answersOf = async ({ admin }: Made, paths: readonly string[], at: Instant | null = null): Promise<Seen['answers']> => {
  const answers: Record<string, string> = {}
  for (const path of paths) {
    const { status, text } = await admin.send('get', at ? asOf(path, at) : path)
    answers[path] = `${status} ${text}`
  }
  return answers
}

/** The number of histories for each log. */
const HISTORIES = Number(process.env.HISTORIES ?? 10)
/** The number of histories that run at the same time, each in a separate network. */
const AT_ONCE = 5

/** Commands on the bills of a network, and the points, some at random, at which the screens are read. */
type Plan = readonly Readonly<{ deed: number; bill: number; looks: readonly number[] }>[]
const plans = (): Plan[] => {
  const step = fc.record({
    deed: fc.nat(deeds.length - 1),
    bill: fc.nat(100),
    looks: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(fc.nat(1_000), { minLength: 6, maxLength: 6 })),
  })
  const everything = [...deeds.keys()].map((deed) => ({ deed, bill: deed, looks: [deed] }))
  return [everything, ...fc.sample(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), { numRuns: HISTORIES - 1, seed: 7 })]
}

/** The calls that are made at every point: dashboard, statistics, bills, payments and aging. */
const FIRST = /dashboard.summary|reports|assessments$|assessment-bills\?pageSize=5$|payments\?pageSize=5$/

type History = Readonly<{ made: Made; seen: readonly Seen[]; done: ReadonlySet<number> }>

/** Runs a plan in a new network, and keeps the answers of its screens. */
const live = async (plan: Plan): Promise<History> => {
  const made = await startNetwork(app, { csv, terms: { type: 'Custom' } })
  // Each payor owes two bills: credit of one can settle the other.
  const second = await made.admin.post(`/api/networks/${made.networkId}/assessments`, { ...terms, name: 'Camp' })
  await made.admin.put(`/api/assessment-programs/${second.id}/payment-profile`, { paymentProfileId: made.profileId })
  await app.ready()
  expect((await made.admin.upload(second.id, csv)).status).toBe(200)
  const paths = pathsOf(made)
  const seen: Seen[] = []
  const done = new Set<number>()
  for (const [i, { deed, bill, looks }] of plan.entries()) {
    const { status } = (await deeds[deed]?.(made, made.bills[bill % made.bills.length] as Bill, i)) ?? { status: 500 }
    if (status < 300) done.add(deed)
    if (looks.length === 0 && i < plan.length - 1) continue
    await app.ready()
    const looked = [...new Set([...paths.filter((path) => FIRST.test(path)), ...looks.map((look) => paths[look % paths.length] as string)])]
    seen.push({ answers: await answersOf(made, looked), at: app.clock.now() })
    await setTimeout(2)
  }
  return { made, seen, done }
}

const eachAtOnce = async <Item, Result>(items: readonly Item[], work: (item: Item, n: number) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [n, item] of waiting) results[n] = await work(item, n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

const expectSeen = (histories: readonly History[], what: string) =>
  eachAtOnce(histories, async ({ made, seen }, n) => {
    for (const { at, answers } of seen) expect(await answersOf(made, Object.keys(answers), at), `history ${n} as of ${at}, ${what}`).toEqual(answers)
  })

/** The numbers in an answer, sorted, since forgetting a payor changes the order by name. */
const figuresOf = (answer: string | undefined): string[] => {
  const figures: string[] = []
  JSON.parse((answer ?? '').slice(4), (key, value) => {
    if (typeof value === 'number') figures.push(`${key} ${value}`)
    return value
  })
  return figures.sort()
}
/** Paths whose answers change once a name is forgotten (searches, sorting by name), and exports, which are not JSON. */
const BY_NAME = /search=|orderBy=payor|\/members|exports/

describe.each(['Postgres', 'EventStoreDB'])('on a log in %s', (kind) => {
  let node: Awaited<ReturnType<typeof startWireProcess>> | null = null
  beforeAll(async () => {
    node = kind === 'EventStoreDB' ? await startWireProcess() : null
    app = await startApp(node ? { EVENT_STORE: node.connectionString } : {})
  })
  afterAll(async () => {
    await app.stop()
    await node?.stop()
  })

  test(`screens as of any moment stay the same in ${HISTORIES} random histories, even after a rebuild or a forgotten payor`, {
    timeout: 60_000 + 6_000 * HISTORIES,
  }, async () => {
    const histories = await eachAtOnce(plans(), live)
    expect([...new Set(histories.flatMap(({ done }) => [...done]))].sort((a, b) => a - b)).toEqual([...deeds.keys()])
    await expectSeen(histories, 'later')
    const { pool, store, projections } = app
    await rebuild({ pool, store, projections, log: pino({ level: 'silent' }) })
    await expectSeen(histories, 'after a rebuild')
    // Answers about the past leave out a forgotten payor's name, and keep every amount.
    await eachAtOnce(histories, async ({ made, seen }, n) => {
      const [bill] = made.bills
      const member = `/api/members/${bill?.individualMember?.id}`
      const { email } = await made.admin.get<{ email: string }>(member)
      expect((await made.admin.send('delete', member)).status).toBe(204)
      await app.ready()
      for (const { at, answers } of seen) {
        const now = await answersOf(made, Object.keys(answers), at)
        for (const path of Object.keys(answers).filter((each) => !BY_NAME.test(each)))
          expect(figuresOf(now[path]), `history ${n} as of ${at}, forgotten, ${path}`).toEqual(figuresOf(answers[path]))
        expect(Object.entries(now).filter(([, answer]) => answer.includes(email))).toEqual([])
      }
      const path = `/api/assessment-bills/${bill?.id}`
      expect((await answersOf(made, [path], seen[0]?.at))[path]).toContain('Forgotten member')
    })
  })

  test('covers every call that answers for past moments', async () => {
    const tried = pathsOf(await startNetwork(app)).map((path) => path.replace(/\?.*/, ''))
    const isTried = (path: string) => tried.some((each) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(each))
    const untried = app.routes.flatMap(({ asOf: answers, path }) => (answers && !isTried(path) ? [path] : []))
    expect(untried, 'not in pathsOf above').toEqual([])
  })

  test('shows the past to readers of the network only', async () => {
    const made = await startNetwork(app)
    const other = await startNetwork(app)
    const [bill] = made.bills
    const now = app.clock.now()
    const path = asOf(`/api/assessment-bills/${bill?.id}`, now)
    expect((await made.admin.send('get', path)).status).toBe(200)
    for (const stranger of [other.admin, app.guest(), await app.join()]) expect((await stranger.send('get', path)).status).toBe(404)
    expect((await other.admin.get<{ data: Bill[] }>(asOf('/api/assessment-bills', now))).data.map(({ id }) => id)).not.toContain(bill?.id)
  })

  test('an Admin of two networks reads past records of either by id', async () => {
    const made = await startNetwork(app)
    const [bill] = made.bills
    await made.admin.put(`/api/assessment-bills/${bill?.id}/mark-as-paid`, { method: 'check' })
    await app.ready()
    const { data } = await made.admin.get<{ data: { id: string }[] }>('/api/remittances')
    const ids = [made.programId, bill?.id, bill?.individualMember?.id, data[0]?.id].map((id) => `/${id}`)
    const paths = pathsOf(made, data[0]?.id).filter((path) => ids.some((id) => path.includes(id)))
    expect(paths).toHaveLength(9)
    const before = await answersOf(made, paths)
    const at = app.clock.now()
    const { id } = await made.admin.post<{ id: string }>('/api/networks', { name: 'Elsewhere' })
    await made.admin.post('/api/auth/network', { networkId: id })
    expect(await answersOf(made, paths, at)).toEqual(before)
  })

  test('exports count days in the time zone of that moment', async () => {
    const made = await startNetwork(app)
    await made.admin.put(`/api/assessment-bills/${made.bills[0]?.id}/mark-as-paid`, { method: 'check' })
    await app.ready()
    const path = '/api/exports/payments.csv'
    const before = await answersOf(made, [path])
    const at = app.clock.now()
    const network = await made.admin.get<{ timeZone: string }>(`/api/networks/${made.networkId}`)
    // At any hour, it is another day in one of these two time zones than in the network's.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await made.admin.put(`/api/networks/${made.networkId}`, { ...network, timeZone })
      await app.ready()
      expect(await answersOf(made, [path], at)).toEqual(before)
    }
  })

  test('the admin asks for earlier moments in exactly the calls that publish asOf', async () => {
    const { paths } = await app.guest().get<{ paths: Record<string, { get?: { parameters?: { name: string }[] } }> }>('/api/openapi.json')
    const published = Object.keys(paths).filter((path) => paths[path]?.get?.parameters?.some(({ name }) => name === 'asOf'))
    const asked = Object.keys(paths).filter((path) => paths[path]?.get && knowsMoments(path))
    expect(asked.filter((path) => !published.includes(path))).toEqual([])
    // A plan is shown with its bill; the test reads programs by their older path; credit is shown for today only.
    const others = ['/api/assessment-bills/{id}/plan', '/api/assessment-programs', '/api/assessment-programs/{id}', '/api/credits']
    expect(published.filter((path) => !asked.includes(path))).toEqual(others)
  })

  test("rejects an invalid or future moment, and shows nothing before the network's start", async () => {
    const { admin, programId, bills } = await startNetwork(app)
    const later = new Date(Date.parse(app.clock.now()) + 60_000).toISOString()
    for (const wrong of ['', 'yesterday', '2026-01-01', '2026-02-30T00:00:00Z', later])
      for (const path of ['/api/assessment-bills', '/api/dashboard/summary', `/api/assessment-bills/${bills[0]?.id}`]) {
        const { status, body } = await admin.send<{ code: string; issues: { path: string }[] }>('get', asOf(path, wrong))
        expect([status, body.code, body.issues[0]?.path], `${path} ${wrong}`).toEqual([400, 'invalid', 'asOf'])
      }
    for (const early of ['2001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '2020-06-01T12:00:00%2B02:00']) {
      expect((await admin.get<{ pagination: { totalItems: number } }>(asOf('/api/assessment-bills', early))).pagination.totalItems).toBe(0)
      expect(await admin.get(asOf('/api/dashboard/summary', early))).toMatchObject({ totalAssessed: 0, membersPastDue: 0 })
      expect((await admin.send('get', asOf(`/api/assessment-programs/${programId}`, early))).status).toBe(404)
    }
  })
})
