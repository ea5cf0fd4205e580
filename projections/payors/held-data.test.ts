import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { addDays, dayIn, formatDay, instantOf, momentIn } from '../../modules/kernel/dates.ts'
import type { HeldData } from '../../modules/payors/contract.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Held = z.output<typeof HeldData>

test('gives all data held about a payor to the Admin, and to the payor over all networks', async () => {
  const ruth = await app.join('Ruth')
  const csv = `firstName,lastName,email,phone,congregation\nRuth,=One,${ruth.email},(320) 555-0100,First\nOle,Two,ole@example.org,,First\n`
  const [here, there] = [await startNetwork(app, { csv }), await startNetwork(app, { csv })]
  const bill = here.bills.find(({ individualMember }) => individualMember?.firstName === 'Ruth')
  await here.admin.post(`/api/assessment-bills/${bill?.id}/receipts`, { amount: 30, method: 'check', reference: 'No 7' })
  await here.admin.put(`/api/assessment-programs/${here.programId}/campaign/status`, { status: 'Active' })
  await app.mailTo(ruth.email, /./, 1)
  await app.ready()
  const path = `/api/members/${bill?.individualMember?.id}/data`
  const { data } = await here.admin.get<Held>(path)
  expect(data.payors).toMatchObject([
    {
      network: { id: here.networkId },
      details: { firstName: 'Ruth', lastName: '=One', email: ruth.email, phone: '(320) 555-0100', congregation: { name: 'First' }, balance: 70 },
      bills: [{ id: bill?.id }],
      payments: [{ amount: 30, description: expect.stringContaining('No 7') }],
      mails: expect.arrayContaining([expect.objectContaining({ purpose: 'bill' })]),
      history: [{ type: 'MembersRegistered' }],
    },
  ])
  const { text, headers } = await here.admin.send('get', `${path}?format=csv`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  for (const line of [",Details,,lastName,'=One", ',Details,,balance,70.00', 'Payment,', 'Mail,', ',Registered,']) expect(text).toContain(line)
  expect(text).not.toMatch(/\bOle\b/)
  const mine = (await ruth.get<Held>('/api/my/data')).data.payors
  expect(new Set(mine.map(({ network }) => network.id))).toEqual(new Set([here.networkId, there.networkId]))
  expect(mine.every(({ details }) => details.email === ruth.email)).toBe(true)
  expect((await there.admin.send('get', path)).status).toBe(404)
  expect((await here.admin.send('get', `${path}?format=xml`)).status).toBe(400)
  // A forgotten payor's money stays.
  await here.admin.send('delete', `/api/members/${bill?.individualMember?.id}`)
  const left = await here.admin.send('get', path)
  expect(left.text).toContain('Forgotten member')
  expect(left.text).not.toMatch(/ruth|555-0100/i)
})

test("includes the history of the payor's bills, by the days of the network, without Stripe's fees", async () => {
  const zone = 'America/New_York'
  const ruth = await app.join('Ruth')
  const { admin, bills } = await startNetwork(app, { csv: `firstName,lastName,email\nRuth,One,${ruth.email}\n` })
  const [bill] = bills
  const stream = `bill-${bill?.id}` as const
  await admin.post(`/api/assessment-bills/${bill?.id}/receipts`, { amount: 30, method: 'check' })
  const recorded = await app.store.read(stream)
  const metadata = { $correlationId: '', $causationId: '', actor: 'system:test', schema: 1, at: app.clock.now() }
  const fee = { billId: bill?.id, paymentId: recorded.at(-1)?.data.paymentId, fee: 117, net: 2883 }
  await app.store.append(stream, [{ id: crypto.randomUUID(), type: 'PaymentFeeNoted', data: fee, metadata }], recorded.length - 1)
  // The evening of a day in New York is the next day in UTC.
  const day = addDays(dayIn(zone, instantOf(Date.now())), 1)
  app.clock.moveTo(momentIn(zone, day, '21:00'))
  try {
    await admin.post(`/api/assessment-bills/${bill?.id}/adjustments`, { amount: -20, reason: 'Ruth has lost her job' })
    const lost = { type: 'BillAdjusted', reason: 'Ruth has lost her job' }
    for (const [client, path] of [
      [admin, `/api/members/${bill?.individualMember?.id}/data`],
      [ruth, '/api/my/data'],
    ] as const) {
      const [payor] = (await client.get<Held>(path)).data.payors
      expect(payor?.bills[0]?.history, path).toMatchObject([{ type: 'BillIssued' }, { type: 'PaymentRecorded' }, lost])
      const { text } = await client.send('get', `${path}?format=csv`)
      expect(text, path).toContain(`,History,"${formatDay(day)}","Dues, due Jun 30, 2150: $20.00 less is owed",Ruth has lost her job`)
    }
  } finally {
    app.clock.moveTo(instantOf(Date.now()))
  }
})
