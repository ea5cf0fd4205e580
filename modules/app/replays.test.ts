import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type App, type Client, startApp, startNetwork, terms, wire } from '../../scripts/testing/app.ts'
import type { Bill } from '../bills/contract.ts'

type Person = Client & { email: string }

let app: App
let owner: Client
let rex: Person
let networkId: string
let userId: string
let uploadedTo: string
/** Accepted bodies of the calls that create, by route, each with the path that it is sent to. */
let table: Readonly<Record<string, Readonly<{ path: string; json: object }>>>

/** It has a form for a body. */
const UPLOAD = 'post /api/uploads'
const CSV = 'firstName,lastName,email\nRuth,One,ruth@example.org\n'
/** Answered with 200: it changes what is there, of which a repeat would find nothing left. */
const REPRICE = 'post /api/assessment-programs/:id/reprice'
/** It is always refused, so that no answer is ever stored. */
const NEVER_STORED = ['post /api/assessment-bills/:id/refunds']

beforeAll(async () => {
  app = await startApp()
  const made = await startNetwork(app, { terms: { type: 'Custom' } })
  owner = made.admin
  networkId = made.networkId
  const second = await owner.post(`/api/networks/${networkId}/assessments`, terms)
  await owner.put(`/api/assessment-programs/${second.id}/payment-profile`, { paymentProfileId: made.profileId })
  await owner.upload(second.id, CSV)
  uploadedTo = second.id
  const ruth = ({ individualMember }: Bill) => individualMember?.firstName === 'Ruth'
  const [bill, other] = [made.bills.find(ruth)?.id, made.bills.find((each) => !ruth(each))?.id]
  const [target] = await owner.bills(second.id)
  await owner.put(`/api/assessments/${second.id}`, { ...terms, amount: terms.amount + 5 })
  await owner.post(`/api/assessment-bills/${bill}/receipts`, { amount: 150, method: 'check' })
  await owner.post(`/api/assessment-bills/${other}/receipts`, { amount: 10, method: 'check' })
  const { data } = await owner.get<{ data: { id: string; billId: string }[] }>('/api/payments')
  const paymentOn = (id: string | undefined) => data.find(({ billId }) => billId === id)?.id
  rex = await app.join('Rex')
  userId = await app.letIn(owner, networkId, rex, 'Admin')
  const at = `/api/assessment-bills/${other}`
  table = {
    'post /api/networks': { path: '/api/networks', json: { name: 'Of Rex' } },
    'post /api/networks/:id/people': { path: `/api/networks/${networkId}/people`, json: { email: 'new@example.org', role: 'Auditor' } },
    'post /api/networks/:id/assessments': { path: `/api/networks/${networkId}/assessments`, json: terms },
    'post /api/payment-profiles': { path: '/api/payment-profiles', json: { name: 'Second', methods: { Wire: wire } } },
    'post /api/assessment-bills/:id/receipts': { path: `${at}/receipts`, json: { amount: 5, method: 'check' } },
    'post /api/assessment-bills/:id/adjustments': { path: `${at}/adjustments`, json: { amount: 5, reason: 'Agreed' } },
    'post /api/assessment-bills/:id/reversals': { path: `${at}/reversals`, json: { paymentId: paymentOn(other), reason: 'A mistake' } },
    // Before the credit, which makes of the bill one that keeps its amount.
    [REPRICE]: { path: `/api/assessment-programs/${second.id}/reprice`, json: {} },
    'post /api/assessment-bills/:id/credits': {
      path: `/api/assessment-bills/${target?.id}/credits`,
      json: { paymentId: paymentOn(bill), amount: 20, reason: 'Theirs' },
    },
    'post /api/members': { path: '/api/members', json: { kind: 'individual', firstName: 'Nora', lastName: 'New' } },
    'post /api/assessment-programs/:id/bills': {
      path: `/api/assessment-programs/${second.id}/bills`,
      json: { memberId: made.bills.find(({ id }) => id === other)?.individualMember?.id },
    },
    'post /api/payments/:id/credit-refunds': {
      path: `/api/payments/${paymentOn(bill)}/credit-refunds`,
      json: { amount: 20, reason: 'Asked for' },
    },
  }
})
afterAll(() => app.stop())

const send = (key: string): Promise<Answer<Record<string, unknown>>> => {
  if (key === UPLOAD) return rex.upload(uploadedTo, CSV, { headers: { 'idempotency-key': 'once' } })
  const { path, json } = table[key] ?? expect.fail(key)
  return rex.send('post', path, { json, headers: { 'idempotency-key': 'once' } })
}

test('a repeated command gets its stored answer for as long as the role holds by which it was made, and not a moment longer', async () => {
  const creating = app.routes.filter(({ creates, access }) => creates && access.kind !== 'everyone').map(({ method, path }) => `${method} ${path}`)
  expect([...Object.keys(table), UPLOAD, ...NEVER_STORED].sort(), 'a call that creates needs a line in this table').toEqual(creating.sort())

  const first = new Map<string, string>()
  for (const key of [...Object.keys(table), UPLOAD]) {
    const { status, text } = await send(key)
    expect(status, `${key}: ${text}`).toBe([UPLOAD, REPRICE].includes(key) ? 200 : 201)
    first.set(key, text)
  }
  const founded = (JSON.parse(first.get('post /api/networks') ?? '') as { id: string }).id
  const heir = await app.join('Hal')
  await app.letIn(rex, founded, heir, 'Admin')
  await rex.post('/api/auth/network', { networkId })
  const same = async () => {
    for (const [key, text] of first) expect(await send(key), key).toMatchObject({ text })
  }
  const refused = async (...statuses: number[]) => {
    const before = await app.written()
    for (const [key, text] of first) {
      const answer = await send(key)
      expect(statuses, `${key}: ${answer.status} ${answer.text}`).toContain(answer.status)
      expect(answer.text, key).not.toBe(text)
      expect(['not-found', 'forbidden'], key).toContain(answer.body.code)
    }
    expect(await app.written()).toBe(before)
  }
  await same()

  await owner.send('delete', `/api/networks/${networkId}/people/${userId}`)
  await heir.send('delete', `/api/networks/${founded}/people/${userId}`)
  await refused(403, 404)
  // As Admin of another network, which is then the current one.
  const own = await rex.post('/api/networks', { name: 'Elsewhere' })
  await rex.post('/api/auth/network', { networkId: own.id })
  await refused(404)

  await app.letIn(owner, networkId, rex, 'Auditor')
  await app.letIn(heir, founded, rex, 'Member')
  await rex.post('/api/auth/network', { networkId })
  await refused(403)

  await owner.post(`/api/networks/${networkId}/people`, { email: rex.email, role: 'Admin' })
  await heir.post(`/api/networks/${founded}/people`, { email: rex.email, role: 'Admin' })
  await same()
})

test('nothing unexpected was logged on the way', () => expect(app.complaints).toEqual([]))
