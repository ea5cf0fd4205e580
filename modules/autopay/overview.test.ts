import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, startApp, terms } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { Bill } from '../bills/contract.ts'
import { addDays, dayIn, type LocalDate, momentIn } from '../kernel/dates.ts'
import type { SavedMethod } from '../payments/contract.ts'
import type { ListOf } from '../shared/api.ts'
import type { AutopayCharge, Mandate, PayorsMandate } from './contract.ts'

const ZONE = 'America/Chicago'
const GOOD = '4242424242424242'
const EMPTY = '4000009000000011'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const today = (): LocalDate => dayIn(ZONE, app.clock.now())
const moveTo = async (day: LocalDate) => {
  await app.guest().post('/api/sandbox/clock', { now: momentIn(ZONE, day, '09:30') })
  await app.ready()
}

type Person = Client & { email: string }
const billOf = (bills: readonly Bill[], name: string) => bills.find(({ individualMember }) => individualMember?.firstName === name)?.id ?? ''

/** A network whose payors have saved a card and have a second bill, for Camp, that is due in 30 days. */
const startNetworkOf = async (cards: Readonly<Record<string, string>>) => {
  const people = new Map<string, Person>()
  for (const name of Object.keys(cards)) people.set(name, await app.join(name))
  const lines = [...people].map(([name, { email }]) => `${name},One,${email}`)
  const csv = ['firstName,lastName,email', ...lines].join('\n')
  const made = await startPayableNetwork(app, { csv })
  const { admin, networkId, profileId } = made
  const settings = await admin.get<Record<string, unknown>>(`/api/networks/${networkId}`)
  await admin.put(`/api/networks/${networkId}`, { ...settings, timeZone: ZONE })
  const dueDate = addDays(today(), 30)
  const program = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Camp', dueDate })
  await admin.put(`/api/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: profileId })
  await admin.members(program.id, csv)
  const bills = (await admin.bills(program.id)) as unknown as Bill[]
  /** A payor saves a card by paying the first bill, and turns autopay on. */
  const start = async (name: string, more: Record<string, unknown> = { networkId }) => {
    const payor = people.get(name) ?? expect.fail(name)
    const first = billOf(made.bills as unknown as Bill[], name)
    const paying = payingAt(payor)
    const { body } = await paying.intend(first, { saveMethod: true, method: 'credit' })
    await paying.pay(body.paymentIntentId, { card: cards[name] })
    await app.ready()
    const { data } = await payor.get<{ data: SavedMethod[] }>(`/api/my/payment-methods?assessmentId=${first}`)
    return payor.post<Mandate>('/api/my/autopay', { savedMethodId: data[0]?.id, consent: true, ...more })
  }
  const mandates = (query = '') => admin.get<ListOf<PayorsMandate>>(`/api/autopay/mandates${query}`)
  const charges = (query = '') => admin.get<ListOf<AutopayCharge>>(`/api/autopay${query}`)
  return { ...made, people, campId: program.id, camp: (name: string) => billOf(bills, name), dueDate, start, mandates, charges }
}

const namesOf = ({ data }: ListOf<PayorsMandate>) => data.map(({ payors }) => payors.map(({ name }) => name).join(', '))
const chargedIn = ({ data }: ListOf<AutopayCharge>) => data.map(({ payor, status }) => `${payor.name} ${status}`)

test('the active mandates of a network are listed newest first, each with its payors, scope, method and next charge (R134)', async () => {
  const { admin, people, campId, camp, networkId, dueDate, start, mandates } = await startNetworkOf({ Ruth: GOOD, Naomi: GOOD, Orpah: GOOD })
  expect((await mandates()).pagination.totalItems).toBe(0)
  const ofNetwork = await start('Ruth')
  const ofProgram = await start('Naomi', { programId: campId })
  const orpah = await start('Orpah')
  const [ruth] = (await admin.get<ListOf<{ id: string }>>('/api/members?search=Ruth')).data

  expect((await mandates()).data).toMatchObject([{ id: orpah.id }, { id: ofProgram.id }, { id: ofNetwork.id }])
  expect((await mandates('?search=Ruth')).data).toEqual([
    {
      id: ofNetwork.id,
      scope: { networkId, programId: null },
      method: { brand: 'visa', last4: '4242', kind: 'credit' },
      createdAt: ofNetwork.createdAt,
      next: { billId: camp('Ruth'), amount: 100, on: `${dueDate}T00:00:00.000Z` },
      payors: [{ id: ruth?.id, name: 'Ruth One' }],
    },
  ])
  expect((await mandates('?search=naomi')).data).toMatchObject([{ scope: { programId: campId }, program: { name: 'Camp' } }])
  expect(namesOf(await mandates(`?search=${ruth?.id}`))).toEqual(['Ruth One'])
  const second = await mandates('?page=2&pageSize=2')
  expect([namesOf(second), second.pagination]).toEqual([['Ruth One'], { page: 2, pageSize: 2, totalPages: 2, totalItems: 3 }])

  await admin.post('/api/members', { kind: 'individual', firstName: 'Boaz', lastName: 'Two', email: people.get('Ruth')?.email, confirm: true })
  expect(namesOf(await mandates('?search=boaz'))).toEqual(['Ruth One, Boaz Two'])
  expect((await admin.send('delete', `/api/autopay/${orpah.id}`)).status).toBe(204)
  expect(namesOf(await mandates())).toEqual(['Naomi One', 'Ruth One, Boaz Two'])
})

test('a network never sees the mandates and charges of another, nor does a payor', async () => {
  const [here, elsewhere] = [await startNetworkOf({ Ruth: GOOD }), await startNetworkOf({ Naomi: GOOD })]
  const [ruth, naomi] = [await here.start('Ruth'), await elsewhere.start('Naomi')]
  await moveTo(addDays(elsewhere.dueDate, -9))
  for (const { people, mandates, charges } of [here, elsewhere]) {
    const [name] = people.keys()
    expect(namesOf(await mandates())).toEqual([`${name} One`])
    expect(chargedIn(await charges())).toEqual([`${name} One upcoming`])
  }
  const [payor] = (await elsewhere.mandates()).data[0]?.payors ?? []
  for (const search of ['Naomi', payor?.id, elsewhere.people.get('Naomi')?.email]) {
    expect((await here.mandates(`?search=${search}`)).pagination.totalItems).toBe(0)
    expect((await here.charges(`?search=${search}`)).pagination.totalItems).toBe(0)
  }
  expect((await here.admin.send('delete', `/api/autopay/${naomi.id}`)).status).toBe(404)
  for (const path of ['/api/autopay', '/api/autopay/mandates']) {
    expect((await app.guest().send('get', path)).status).toBe(401)
    const seen = await here.people.get('Ruth')?.get<ListOf<unknown>>(path)
    expect(seen?.data).toEqual([])
  }
  expect((await here.mandates()).data[0]?.id).toBe(ruth.id)
})

test('the charges are filtered by state and payor, and name the payor (R137)', async () => {
  const { dueDate, camp, start, charges } = await startNetworkOf({ Ruth: EMPTY, Naomi: EMPTY, Orpah: GOOD })
  for (const name of ['Ruth', 'Naomi', 'Orpah']) await start(name)
  await moveTo(addDays(dueDate, -9))
  expect(chargedIn(await charges('?status=upcoming'))).toEqual(['Ruth One upcoming', 'Naomi One upcoming', 'Orpah One upcoming'])
  expect(chargedIn(await charges('?status=failed'))).toEqual([])
  await moveTo(dueDate)
  const problem = 'There was not enough money in the account.'
  const [next] = (await charges('?status=upcoming&search=naomi')).data
  expect(next).toMatchObject({ payor: { name: 'Naomi One' }, bill: { id: camp('Naomi') }, on: `${addDays(dueDate, 3)}T00:00:00.000Z`, problem })
  for (const days of [3, 7]) await moveTo(addDays(dueDate, days))
  expect(chargedIn(await charges('?status=failed'))).toEqual(['Ruth One failed', 'Naomi One failed'])
  const second = await charges('?status=failed&pageSize=1&page=2')
  expect([chargedIn(second), second.pagination.totalPages]).toEqual([['Naomi One failed'], 2])
  expect(chargedIn(await charges('?status=upcoming'))).toEqual([])
  expect(chargedIn(await charges(`?search=${second.data[0]?.payor.id}`))).toEqual(['Naomi One failed'])
})

test('belongs to the data held about a payor, even when it has ended', async () => {
  const { admin, people, start, camp } = await startNetworkOf({ Ruth: GOOD, Ole: GOOD })
  const { id } = await start('Ruth')
  await people.get('Ruth')?.send('delete', `/api/my/autopay/${id}`)
  await app.ready()
  const heldOf = async (name: string) => {
    const { data } = await admin.get<{ data: Bill }>(`/api/assessment-bills/${camp(name)}`)
    const path = `/api/members/${data.individualMember?.id}/data`
    const { payors } = (await admin.get<{ data: { payors: { autopay: Mandate[] }[] } }>(path)).data
    return { autopay: payors[0]?.autopay, csv: (await admin.send('get', `${path}?format=csv`)).text }
  }
  const ruth = await heldOf('Ruth')
  expect(ruth.autopay).toMatchObject([{ id, status: 'ended', method: { brand: 'visa', last4: '4242' } }])
  expect(ruth.csv).toMatch(/,Autopay,"[^"]+","Visa 4242, all bills",ended/)
  expect((await heldOf('Ole')).autopay).toEqual([])
})
