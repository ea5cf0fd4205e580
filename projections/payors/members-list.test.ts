import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Member } from '../../modules/payors/contract.ts'
import { type App, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const csv = ['firstName,lastName,email', 'Zoe,Abel,', 'Ada,Zimmer,', 'Bo,abel,', 'Éva,Ågren,', 'Ned,van Dyke,'].join('\n')

test('lists and exports people by last name, congregations by name, or all by balance', async () => {
  const { admin, programId, bills } = await startNetwork(app, { csv, terms: { type: 'Custom' } })
  await admin.upload(programId, 'name\nMount Olive\n', { type: 'congregations' })
  const names = async (query = '') => (await admin.get<{ data: Member[] }>(`/api/members${query}`)).data.map(({ name }) => name)
  const file = async (query = '') => {
    const { text } = await admin.send('get', `/api/exports/members.csv${query}`)
    return text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[2])
  }
  const byName = ['Bo abel', 'Zoe Abel', 'Éva Ågren', 'Mount Olive', 'Ned van Dyke', 'Ada Zimmer']
  expect(await names()).toEqual(byName)
  expect(await names('?order=desc')).toEqual([...byName].reverse())
  expect(await names('?search=abel&orderBy=name')).toEqual(['Bo abel', 'Zoe Abel'])
  expect([...(await names('?pageSize=2&page=1')), ...(await names('?pageSize=2&page=2'))]).toEqual(byName.slice(0, 4))
  const of = (lastName: string) => bills.find(({ individualMember }) => individualMember?.lastName === lastName)?.id
  await admin.post(`/api/assessment-bills/${of('Zimmer')}/adjustments`, { amount: 50, reason: 'More' })
  await admin.post(`/api/assessment-bills/${of('van Dyke')}/receipts`, { amount: 60, method: 'cash' })
  const byBalance = ['Ada Zimmer', 'Mount Olive', 'Éva Ågren', 'Zoe Abel', 'Bo abel', 'Ned van Dyke']
  expect(await names('?orderBy=balance&order=desc')).toEqual(byBalance)
  expect(await names('?orderBy=balance&order=asc')).toEqual([...byBalance].reverse())
  for (const query of ['', '?order=desc', '?orderBy=balance&order=desc', '?kind=congregation', '?search=abel&orderBy=balance'])
    expect(await file(query), query).toEqual(await names(query))

  // A renamed payor moves in the list.
  const zoe = bills.find(({ individualMember }) => individualMember?.firstName === 'Zoe')?.individualMember?.id
  await admin.put(`/api/members/${zoe}`, { lastName: 'Zzyzx' })
  expect((await names()).at(-1)).toBe('Zoe Zzyzx')
  for (const query of ['?orderBy=phone', '?order=up', '?kind=person']) expect((await admin.send('get', `/api/members${query}`)).status).toBe(400)
})

test('a program lists the people with an unarchived bill in it', async () => {
  const { admin, networkId, profileId, programId, bills } = await startNetwork(app)
  const other = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Other' })
  await admin.put(`/api/assessment-programs/${other.id}/payment-profile`, { paymentProfileId: profileId })
  await admin.upload(other.id, 'firstName,lastName\nNora,Three\n')
  const people = async (id: string, more = '') => {
    const { data, pagination } = await admin.get<{ data: Member[]; pagination: { totalItems: number } }>(
      `/api/members?assessmentProgramId=${id}${more}`,
    )
    expect(pagination.totalItems).toBe(data.length)
    return data.map(({ name }) => name)
  }
  expect(await people(programId)).toEqual(['Ruth One', 'Ole Two'])
  expect(await people(programId, '&search=ole')).toEqual(['Ole Two'])
  expect(await people(other.id)).toEqual(['Nora Three'])
  const ole = bills.find(({ individualMember }) => individualMember?.firstName === 'Ole')
  await admin.put(`/api/assessment-bills/${ole?.id}/archive`, {})
  expect(await people(programId)).toEqual(['Ruth One'])
  const theirs = await startNetwork(app)
  for (const id of [theirs.programId, 'nonsense', '01a1fe3c-e23a-7240-b021-56c9a778f0fa']) expect(await people(id)).toEqual([])
})

test('lists the open bills of a payor, and of the members of a congregation, by due date', async () => {
  const { admin, networkId, profileId, programId, bills } = await startNetwork(app, {
    csv: 'firstName,lastName,email,congregation\nAnn,Berg,,Zion\nBo,Cole,,Zion\nCy,Dahl,,',
  })
  const earlier = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Earlier', dueDate: '2150-01-31' })
  await admin.put(`/api/assessment-programs/${earlier.id}/payment-profile`, { paymentProfileId: profileId })
  await admin.upload(earlier.id, 'firstName,lastName,congregation\nBo,Cole,Zion\n')
  const of = (lastName: string) => bills.find(({ individualMember }) => individualMember?.lastName === lastName)
  const zion = of('Berg')?.congregation?.id ?? ''
  const open = async (id: string, client = admin) =>
    (await client.get<{ data: Bill[] }>(`/api/members/${id}/open-bills`)).data.map(({ individualMember, program }) => [
      individualMember?.firstName,
      program.id,
    ])
  expect(await open(zion)).toEqual([
    ['Bo', earlier.id],
    ['Ann', programId],
    ['Bo', programId],
  ])
  expect(await open(of('Cole')?.individualMember?.id ?? '')).toEqual([
    ['Bo', earlier.id],
    ['Bo', programId],
  ])
  await admin.put(`/api/assessment-bills/${of('Berg')?.id}/mark-as-paid`, {})
  await admin.put(`/api/assessment-bills/${of('Cole')?.id}/archive`, {})
  expect(await open(zion)).toEqual([['Bo', earlier.id]])
})
