import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuild } from '../../projections/rebuild.ts'
import { type App, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import { startWireProcess } from '../../scripts/testing/eventstoredb/process.ts'
import type { Bill, Credit } from '../bills/contract.ts'
import type { Instant } from '../kernel/dates.ts'
import { upcasters } from '../kernel/upcasters.ts'

// A made-up step, so that a log with an event of an earlier version can be looked at: it had dollars.
Object.assign(upcasters, {
  PaymentRecorded: [
    ({ dollars, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, amount: 100 * Number(dollars), applied: 100 * Number(dollars) }),
  ],
})

let app: App

const csv = [
  'firstName,lastName,email,congregation',
  ...['Ruth', 'Ole', 'Ada', 'Kim', 'Per', 'Eva'].map((name, i) => `${name},No${'x'.repeat(i)},r${i}@example.org,${i % 2 ? 'First' : ''}`),
].join('\n')

type Made = Awaited<ReturnType<typeof startNetwork>>

/** What somebody does to the network, by a number: most of it to one of its bills. Refusals are part of life. */
const deeds: readonly ((made: Made, bill: Bill, n: number) => Promise<{ status: number }>)[] = [
  ({ admin }, { id }, n) =>
    admin.send('post', `/api/assessment-bills/${id}/receipts`, { json: { amount: 40 + n, method: 'cash', reference: `No ${n}` } }),
  ({ admin }, { id }) => admin.send('put', `/api/assessment-bills/${id}/mark-as-paid`, { json: { method: 'check' } }),
  ({ admin }, { id }, n) => admin.send('post', `/api/assessment-bills/${id}/adjustments`, { json: { amount: n % 2 ? 5 : -5, reason: 'Agreed' } }),
  ({ admin }, { id }) => admin.send('put', `/api/assessment-bills/${id}/archive`, { json: {} }),
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
  ({ admin, programId }, _, n) => admin.upload(programId, `firstName,lastName,email\nNew${n},Comer,n${n}@example.org\n`),
]

/** Every call that answers as of a moment. */
const pathsOf = ({ programId, bills: [bill] }: Made): string[] => [
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
  `/api/assessment-bills/${bill?.id}/payments`,
  ...['', '&orderBy=amount', '&search=No'].map((rest) => `/api/payments?pageSize=5${rest}`),
  '/api/credits',
  '/api/members?pageSize=5',
  '/api/members?search=name',
  '/api/members?orderBy=balance&order=desc',
  `/api/members?assessmentProgramId=${programId}&order=desc`,
  `/api/members/${bill?.individualMember?.id}`,
  ...['bills', 'payments', 'members'].map((name) => `/api/exports/${name}.csv`),
]

type Seen = Readonly<{ at: Instant; answers: ReadonlyMap<string, string> }>
const asOf = (path: string, at: string) => `${path}${path.includes('?') ? '&' : '?'}asOf=${at}`

const answersOf = async (made: Made, at: Instant | null = null): Promise<Seen['answers']> => {
  const answers = new Map<string, string>()
  for (const path of pathsOf(made)) {
    const { status, text } = await made.admin.send('get', at ? asOf(path, at) : path)
    answers.set(path, `${status} ${text}`)
  }
  return answers
}

const expectSeen = async (made: Made, seen: readonly Seen[]) => {
  for (const { at, answers } of seen) expect(Object.fromEntries(await answersOf(made, at)), at).toEqual(Object.fromEntries(answers))
}

/** Seven dollars for a bill, as an earlier release wrote it. */
const paidEarlier = async ({ admin, bills: [bill] }: Made) => {
  const stream = `bill-${bill?.id}` as const
  const [issued] = await app.store.read(stream)
  const data = { billId: bill?.id, paymentId: crypto.randomUUID(), dollars: 7, method: 'check', reference: null, receivedOn: null }
  const metadata = { $correlationId: 'c', $causationId: 'c', actor: issued?.metadata.actor ?? '', schema: 1, at: app.clock.now() }
  await app.store.append(stream, [{ id: crypto.randomUUID(), type: 'PaymentRecorded', data, metadata }], 0)
  await app.ready()
  expect(await admin.get('/api/dashboard/summary')).toMatchObject({ totalCollected: 7 })
  const { body } = await admin.send<{ data: Bill }>('post', `/api/assessment-bills/${bill?.id}/receipts`, { json: { amount: 3, method: 'cash' } })
  expect(body.data.balance, 'the decider knows of it').toBe((bill?.balance ?? 0) - 10)
  expect((await app.store.read(stream)).map(({ metadata: { schema }, recorded }) => [schema, recorded?.metadata.schema ?? null])).toEqual([
    [1, null],
    [2, 1],
    [2, null],
  ])
}

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

  test('what the screens showed at any moment is what they show as of it later, also from read models that were built anew', async () => {
    const made = await startNetwork(app, { csv, terms: { type: 'Custom' } })
    const other = await startNetwork(app, { csv })
    const second = await made.admin.post(`/api/networks/${made.networkId}/assessments`, { ...terms, name: 'Camp' })
    await made.admin.put(`/api/assessment-programs/${second.id}/payment-profile`, { paymentProfileId: made.profileId })
    expect((await made.admin.upload(second.id, csv)).status).toBe(200)
    await paidEarlier(made)
    const seen: Seen[] = []
    const done = new Set<number>()
    const moments = fc.sample(fc.tuple(fc.nat(deeds.length - 1), fc.nat(made.bills.length - 1)), { numRuns: kind === 'Postgres' ? 50 : 20, seed: 7 })
    for (const [n, [deed, which]] of [...deeds.keys()]
      .map((i) => [i, i % made.bills.length] as const)
      .concat(moments)
      .entries()) {
      if (((await deeds[deed]?.(made, made.bills[which] as Bill, n))?.status ?? 500) < 300) done.add(deed)
      await deeds[0]?.(other, other.bills[0] as Bill, n)
      if (n % 10 !== 9) continue
      await app.ready()
      const answers = await answersOf(made)
      seen.push({ at: app.clock.now(), answers })
      await setTimeout(2)
    }
    expect([...done].sort((a, b) => a - b)).toEqual([...deeds.keys()])
    await expectSeen(made, seen)
    const { pool, store, projections } = app
    await rebuild({ pool, store, projections, log: pino({ level: 'silent' }) })
    await expectSeen(made, seen)
    // Of somebody who is forgotten the past shows no name any more, and the same money.
    const [bill] = made.bills
    await made.admin.send('delete', `/api/members/${bill?.individualMember?.id}`)
    await app.ready()
    for (const { at, answers } of seen) {
      const now = await answersOf(made, at)
      for (const path of ['/api/dashboard/summary', '/api/reports/payments', '/api/reports/aging']) expect(now.get(path)).toBe(answers.get(path))
      expect(now.get(`/api/assessment-bills/${bill?.id}`)).toContain('Forgotten member')
    }
  })

  test('every call that answers as of a moment is tried', async () => {
    const tried = pathsOf(await startNetwork(app)).map((path) => path.replace(/\?.*/, ''))
    const isTried = (path: string) => tried.some((each) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(each))
    const untried = app.routes.flatMap(({ asOf: answers, path }) => (answers && !isTried(path) ? [path] : []))
    expect(untried, 'not in pathsOf above').toEqual([])
  })

  test('the past is for those who keep the books, and nobody sees another network', async () => {
    const made = await startNetwork(app)
    const other = await startNetwork(app)
    const [bill] = made.bills
    const now = app.clock.now()
    const path = asOf(`/api/assessment-bills/${bill?.id}`, now)
    expect((await made.admin.send('get', path)).status).toBe(200)
    for (const stranger of [other.admin, app.guest(), await app.join()]) expect((await stranger.send('get', path)).status).toBe(404)
    expect((await other.admin.get<{ data: Bill[] }>(asOf('/api/assessment-bills', now))).data.map(({ id }) => id)).not.toContain(bill?.id)
  })

  test('a moment that is none, or is yet to come, is refused; before the network there is nothing', async () => {
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
