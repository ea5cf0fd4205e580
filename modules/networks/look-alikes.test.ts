import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test("mails and pay pages show the slug of a network whose name resembles another's", async () => {
  await startNetwork(app, { csv: 'firstName,lastName\nRuth,Lee' }).then(({ admin, networkId }) =>
    admin.put(`/api/networks/${networkId}`, { name: 'HOPE' }),
  )
  const email = 'lookalike@mail.example'
  const fake = await startNetwork(app, { csv: `firstName,lastName,email\nRuth,Lee,${email}` })
  const { body } = await fake.admin.send<{ slug: string }>('put', `/api/networks/${fake.networkId}`, { json: { name: 'НОРЕ' } })
  const billId = fake.bills[0]?.id ?? ''
  const shown = `НОРЕ (${body.slug})`
  const seen = await app.guest().send('get', `/api/assessment-bills/${billId}`)
  expect(seen.body).toMatchObject({ data: { network: { name: 'НОРЕ' }, networkLabel: shown } })
  const own = await fake.admin.get(`/api/assessment-bills/${billId}`)
  expect(own, 'of an Admin').not.toHaveProperty('data.networkLabel')
  const page = async (path: string) => (await fetch(`${app.base}${path}`)).text()
  expect(await page(`/pay/${billId}`)).toContain(shown)
  expect(await page(`/find/${body.slug}`)).toContain(shown)
  await fake.admin.post(`/api/assessment-bills/${billId}/receipts`, {
    amount: 1,
    method: 'check',
  })
  const mails = async () => (await app.guest().get<{ data: { from: string }[] }>(`/api/sandbox/mail?to=${email}`)).data
  await expect.poll(async () => (await mails())[0]?.from ?? '').toContain(`(${body.slug})`)
})

test.each([
  ['an invisible letter', 'Grace\u200b Church', 'invisible'],
  ['a bidi override', 'Grace\u202e Church', 'invisible'],
  ['two alphabets in a word', 'Grаce Church', 'one alphabet'],
])('refuses a network name with %s', async (_, name, said) => {
  const { admin, networkId } = await startNetwork(app, { csv: 'firstName,lastName\nRuth,Lee' })
  for (const json of [{ name }, { senderName: name }]) {
    const { status, body } = await admin.send<{ issues: unknown[] }>('put', `/api/networks/${networkId}`, { json })
    expect(status).toBe(400)
    expect(body.issues).toMatchObject([{ path: Object.keys(json)[0], message: expect.stringContaining(said) }])
  }
})
