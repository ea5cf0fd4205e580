import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, type Client, startApp } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { Bill, MyBill, Ownership, PublicBill } from '../bills/contract.ts'
import type { Remittance } from '../remittances/contract.ts'
import type { ListOf } from '../shared/api.ts'
import type { SettledPayment } from './contract.ts'

const CARD = { card: '4242424242424242' }
const CHURCH = 'office@grace.example'

type Network = Awaited<ReturnType<typeof startPayableNetwork>>

let app: App
let made: Network
let elsewhere: Network
let church: Client
let ole: Client
let names: string[]
const nameOf = ({ individualMember, congregation }: Bill) => individualMember?.firstName ?? congregation?.name ?? ''
const idOf = (name: string, { bills }: Network = made): string => bills.find((bill) => nameOf(bill) === name)?.id ?? ''

/** A network with a bill of a congregation, and bills of its members and of another congregation's. */
const startChurches = async (): Promise<Network> => {
  const network = await startPayableNetwork(app, { csv: `name,email\nGrace Chapel,${CHURCH}\nHope Chapel,hope@example.org\n`, type: 'congregations' })
  await network.admin.members(
    network.programId,
    [
      'firstName,lastName,email,congregation',
      ...['Ann', 'Bea', 'Cal', 'Dan', 'Eva', 'Fay'].map((name) => `${name},Bell,${name.toLowerCase()}@example.org,Grace Chapel`),
      'Ole,Dahl,ole@example.org,Grace Chapel',
      'Hal,Dahl,hal@example.org,Hope Chapel',
    ].join('\n'),
  )
  return { ...network, bills: await network.admin.bills(network.programId) }
}
const allow = (isOn: boolean, { admin, networkId }: Network = made) =>
  admin.send('put', `/api/networks/${networkId}`, { json: { congregationsPayForMembers: isOn } })

beforeAll(async () => {
  app = await startApp()
  made = await startChurches()
  elsewhere = await startChurches()
  // The case of an address does not matter.
  church = await app.join('Grace', CHURCH.toUpperCase())
  ole = await app.join('Ole', 'ole@example.org')
  names = ['Ann', 'Bea', 'Cal', 'Dan', 'Eva', 'Fay', 'Grace Chapel', 'Ole']
})
afterAll(() => app.stop())
beforeEach(async () => void (await allow(true)))

const listedFor = async (client: Client): Promise<MyBill[]> => (await client.get<ListOf<MyBill>>('/api/my/listAssessmentBills?pageSize=100')).data
const ownershipOf = (client: Client, name: string, network = made) =>
  client.get<Ownership>(`/api/assessment-bills/${idOf(name, network)}/check-ownership`)
const publicBill = async (name: string): Promise<PublicBill> =>
  (await app.guest().get<{ data: PublicBill }>(`/api/assessment-bills/${idOf(name)}`)).data
const remittanceFor = async (name: string): Promise<Remittance> => {
  const { data } = await made.admin.get<{ data: SettledPayment[] }>(`/api/assessment-bills/${idOf(name)}/payments`)
  return (await made.admin.get<{ data: Remittance }>(`/api/remittances/${data[0]?.remittanceId ?? data[0]?.id}`)).data
}
const pay = async (client: Client, bills: string | string[]) => {
  const paying = payingAt(client)
  const { body } = await paying.intend(bills)
  await paying.pay(body.paymentIntentId, CARD)
  await paying.confirm(bills, body.paymentIntentId)
}

describe('a congregation that may pay for its members (R142)', () => {
  test('is off at first, and shown and changed as a setting', async () => {
    const read = () => made.admin.get<{ congregationsPayForMembers: boolean }>(`/api/networks/${made.networkId}`)
    const other = await elsewhere.admin.get<{ congregationsPayForMembers: boolean }>(`/api/networks/${elsewhere.networkId}`)
    expect([other.congregationsPayForMembers, (await read()).congregationsPayForMembers]).toEqual([false, true])
    expect((await allow(false)).status).toBe(200)
    expect((await read()).congregationsPayForMembers).toBe(false)
  })

  test('sees the open bills of its members next to its own, in this network only, until the setting is off', async () => {
    const rows = await listedFor(church)
    expect(
      rows
        .filter(({ ofMember }) => ofMember)
        .map(nameOf)
        .toSorted(),
    ).toEqual(names.filter((name) => name !== 'Grace Chapel'))
    expect(
      rows
        .filter(({ ofMember }) => !ofMember)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([idOf('Grace Chapel'), idOf('Grace Chapel', elsewhere)].toSorted())
    expect(await ownershipOf(church, 'Ann')).toEqual({ action: 'allow', ofMember: true })
    expect(await ownershipOf(church, 'Grace Chapel')).toEqual({ action: 'allow' })
    for (const [name, network] of [
      ['Hal', made],
      ['Hope Chapel', made],
      ['Ann', elsewhere],
    ] as const)
      expect((await ownershipOf(church, name, network)).action, name).toBe('logout')

    await allow(false)
    expect((await listedFor(church)).map(nameOf)).toEqual(['Grace Chapel', 'Grace Chapel'])
    expect((await ownershipOf(church, 'Ann')).action).toBe('logout')
    expect((await payingAt(church).intend([idOf('Ann'), idOf('Bea')])).status).toBe(403)
  })

  test('needs a confirmed address', async () => {
    await app.pool.query('update users set confirmed_at = null where lower(email) = $1', [CHURCH])
    try {
      expect(await listedFor(church)).toEqual([])
      expect((await ownershipOf(church, 'Ann')).action).toBe('logout')
      expect((await payingAt(church).intend([idOf('Ann'), idOf('Bea')])).status).toBe(403)
    } finally {
      await app.pool.query('update users set confirmed_at = now() where lower(email) = $1', [CHURCH])
    }
  })

  test('members see only their own bills', async () => {
    expect((await listedFor(ole)).map(nameOf)).toEqual(['Ole', 'Ole'])
    expect((await ownershipOf(ole, 'Ann')).action).toBe('logout')
    expect((await ownershipOf(ole, 'Grace Chapel')).action).toBe('logout')
    expect((await payingAt(ole).intend([idOf('Ole'), idOf('Ann')])).status).toBe(403)
  })

  test('is the payer of a card payment for its own bill and those of members, and the members see that', async () => {
    await pay(church, [idOf('Grace Chapel'), idOf('Ann'), idOf('Bea')])
    expect(await remittanceFor('Ann')).toMatchObject({ amount: 300, payer: { kind: 'congregation', name: 'Grace Chapel' } })
    for (const name of ['Ann', 'Bea'])
      expect(await publicBill(name), name).toMatchObject({ status: 'Paid', payments: [{ paidBy: { name: 'Grace Chapel' } }] })
    const own = await publicBill('Grace Chapel')
    expect([own.status, own.payments[0]?.paidBy]).toEqual(['Paid', undefined])
    const { text } = await app.mailTo('ann@example.org', /^Receipt: \$100\.00/)
    expect(text).toContain('Received from: Grace Chapel')
    const page = await app.guest().send('get', `/pay/${idOf('Ann')}?lang=es`)
    expect(page.text).toContain('Pagado por Grace Chapel')
    expect((await listedFor(church)).map(nameOf), 'paid bills of members are gone from the list').not.toContain('Ann')
  })

  test('is the payer of a card payment for one bill of a member', async () => {
    await pay(church, idOf('Cal'))
    expect((await publicBill('Cal')).payments).toMatchObject([{ amount: 100, paidBy: { name: 'Grace Chapel' } }])
    expect(await remittanceFor('Cal')).toMatchObject({ payer: { name: 'Grace Chapel' } })
    expect((await app.mailTo(CHURCH, /^Receipt: \$100\.00/)).text, 'a receipt for the payer, too').toContain('Received from: Grace Chapel')
  })

  test('is the payer of claims that an Admin confirms, and the member is asked nothing', async () => {
    const claim = { billIds: [idOf('Dan'), idOf('Eva')], paymentMethod: 'zelle' }
    await church.post('/api/claims', claim)
    await church.post(`/api/assessments/${idOf('Fay')}/mark-as-paid`, { paymentMethod: 'wire' })
    for (const name of ['Dan', 'Eva', 'Fay']) await made.admin.put(`/api/assessment-bills/${idOf(name)}/mark-as-paid`)
    for (const name of ['Dan', 'Eva', 'Fay'])
      expect((await publicBill(name)).payments, name).toMatchObject([{ amount: 100, paidBy: { name: 'Grace Chapel' } }])
    await app.written()
    expect(await app.mailsTo('dan@example.org', /as sent/)).toEqual([])
  })

  test('a payment by the payor or by a guest names nobody', async () => {
    await pay(ole, idOf('Ole'))
    expect((await publicBill('Ole')).payments[0]).not.toHaveProperty('paidBy')
    await pay(app.guest(), idOf('Hal'))
    expect((await publicBill('Hal')).payments[0]).not.toHaveProperty('paidBy')
  })

  test('a check of a congregation that an Admin records names it, until it is forgotten', async () => {
    const payerId = elsewhere.bills.find((bill) => nameOf(bill) === 'Hope Chapel')?.congregation?.id
    const allocations = ['Hope Chapel', 'Hal'].map((name) => ({ billId: idOf(name, elsewhere), amount: 10 }))
    await elsewhere.admin.post('/api/remittances', { payerId, amount: 20, method: 'check', allocations })
    const paymentOf = async () => (await app.guest().get<{ data: PublicBill }>(`/api/assessment-bills/${idOf('Hal', elsewhere)}`)).data.payments[0]
    expect(await paymentOf()).toMatchObject({ paidBy: { name: 'Hope Chapel' } })
    await elsewhere.admin.send('delete', `/api/members/${payerId}`)
    expect(await paymentOf()).not.toHaveProperty('paidBy')
  })
})
