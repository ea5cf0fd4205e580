import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import { absent, callsOf, type Ids, send as sendCall, type Tried } from '../../scripts/testing/calls.ts'
import type { Bill } from '../bills/contract.ts'

type Person = Client & { email: string }

let app: App
let owner: Client
let rex: Person
let networkId: string
let userId: string
let ids: Ids
let creating: readonly Tried[]
/** Fields that some calls need besides their example to take effect. */
let given: Readonly<Record<string, Readonly<{ id?: string; json: object }>>>

/** These calls are always refused in this test, so no answer of them is ever stored. */
const NEVER_STORED = ['post /api/assessment-bills/:id/refunds', 'post /api/remittances/:id/refunds', 'post /api/my/autopay']
/** This call fixes the bill's amount, so it runs after the calls that change amounts. */
const CREDIT = 'post /api/assessment-bills/:id/credits'

beforeAll(async () => {
  app = await startApp()
  const made = await startNetwork(app, { terms: { type: 'Custom' } })
  owner = made.admin
  networkId = made.networkId
  const second = await owner.post(`/api/networks/${networkId}/assessments`, terms)
  await owner.put(`/api/assessment-programs/${second.id}/payment-profile`, { paymentProfileId: made.profileId })
  await owner.upload(second.id, 'firstName,lastName,email\nRuth,One,ruth@example.org\n')
  const ruth = ({ individualMember }: Bill) => individualMember?.firstName === 'Ruth'
  const [bill, other] = [made.bills.find(ruth), made.bills.find((each) => !ruth(each))]
  const [target] = await owner.bills(second.id)
  await owner.put(`/api/assessments/${second.id}`, { ...terms, amount: terms.amount + 5 })
  await owner.post(`/api/assessment-bills/${bill?.id}/receipts`, { amount: 150, method: 'check' })
  await owner.post(`/api/assessment-bills/${other?.id}/receipts`, { amount: 10, method: 'check' })
  await owner.post(`/api/assessment-bills/${target?.id}/receipts`, { amount: 5, method: 'check' })
  const { data } = await owner.get<{ data: { id: string; billId: string }[] }>('/api/payments')
  const paymentOn = (one: Bill | undefined) => data.find(({ billId }) => billId === one?.id)?.id ?? expect.fail()
  rex = await app.join('Rex')
  userId = await app.grantAccess(owner, networkId, rex, 'Admin')
  ids = { ...absent, network: networkId, program: second.id, bill: other?.id ?? '', payment: paymentOn(bill), remittance: paymentOn(target) }
  given = {
    'post /api/networks/:id/people': { json: { email: 'new@example.org', role: 'Auditor' } },
    'post /api/assessment-bills/:id/reversals': { json: { paymentId: paymentOn(other), reason: 'A mistake' } },
    'post /api/remittances/:id/reversals': { json: { reason: 'A mistake' } },
    'post /api/remittances': { json: { payerId: bill?.individualMember?.id, amount: 10, method: 'check' } },
    'post /api/deposits': { json: { day: '2026-01-05', paymentProfileId: made.profileId, expectedCount: 1, expectedTotal: 10 } },
    'post /api/assessment-programs/:id/reprice': { json: {} },
    'post /api/assessment-programs/:id/bills': { json: { memberId: other?.individualMember?.id } },
    'post /api/payments/:id/credit-refunds': { json: { amount: 20, reason: 'Asked for' } },
    'post /api/bank-statements': { id: made.profileId, json: {} },
    [CREDIT]: { id: target?.id ?? '', json: { paymentId: paymentOn(bill), amount: 20, reason: 'Theirs' } },
  }
  creating = callsOf(app.routes)
    .filter(({ key, route }) => route.creates && route.access.kind !== 'everyone' && !NEVER_STORED.includes(key))
    .sort((one, another) => Number(one.key === CREDIT) - Number(another.key === CREDIT))
})
afterAll(() => app.stop())

const send = (key: string) => {
  const tried = creating.find((one) => one.key === key) ?? expect.fail(key)
  const { id = tried.route.about ? ids[tried.route.about] : '', json } = given[key] ?? {}
  return sendCall(rex, tried, id, { ...(json ? { json } : {}), headers: { 'idempotency-key': 'once' } })
}

test('a repeated command gets its stored answer exactly while the role that made it lasts', async () => {
  const first = new Map<string, string>()
  for (const { key, route } of creating) {
    const { status, text } = await send(key)
    expect(status, `${key}: ${text}`).toBe(route.status)
    first.set(key, text)
  }
  const founded = (JSON.parse(first.get('post /api/networks') ?? '') as { id: string }).id
  const heir = await app.join('Hal')
  await app.grantAccess(rex, founded, heir, 'Admin')
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
  // The user is Admin of another network, which is now the current one.
  const own = await rex.post('/api/networks', { name: 'Elsewhere' })
  await rex.post('/api/auth/network', { networkId: own.id })
  await refused(404)

  await app.grantAccess(owner, networkId, rex, 'Auditor')
  await app.grantAccess(heir, founded, rex, 'Member')
  await rex.post('/api/auth/network', { networkId })
  await refused(403)

  await owner.post(`/api/networks/${networkId}/people`, { email: rex.email, role: 'Admin' })
  await heir.post(`/api/networks/${founded}/people`, { email: rex.email, role: 'Admin' })
  await same()
})

test('logs nothing unexpected', () => expect(app.complaints).toEqual([]))
