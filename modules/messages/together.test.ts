import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, startApp } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { Bill } from '../bills/contract.ts'

const CARD = { card: '4242424242424242' }
const BANK = { accountNumber: '000123456789' }
const FAMILY = ['Ruth', 'Boas', 'Obed']

let app: App
let made: Awaited<ReturnType<typeof startPayableNetwork>>
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

let number = 0
/** A family of three with one address, and a neighbour with another. */
const households = async (): Promise<{ email: string; other: string; ids: string[]; neighbour: string; ruth: Client }> => {
  number += 1
  const [email, other] = [`family${number}@payors.example`, `neighbour${number}@payors.example`]
  const rows = [...FAMILY.map((name) => `${name},Bell,${email}`), `Tom,Neighbour,${other}`]
  made = await startPayableNetwork(app, { csv: `firstName,lastName,email\n${rows.join('\n')}\n` })
  const idOf = (name: string) => made.bills.find(({ individualMember }) => individualMember?.firstName === name)?.id ?? expect.fail()
  return { email, other, ids: FAMILY.map(idOf), neighbour: idOf('Tom'), ruth: await app.join('Ruth', email) }
}
const statuses = (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await made.admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data.status))

describe('[d] an address gets one mail (R91)', () => {
  test.each([
    ['a card payment', 'credit', CARD],
    ['a bank debit', 'ach', BANK],
  ] as const)('about %s for several bills, and so does the address that was entered for the receipt', async (_, method, by) => {
    const { email, ids, ruth } = await households()
    const paying = payingAt(ruth)
    const guest = `aunt${number}@guests.example`
    const { body } = await paying.intend(ids, { method })
    await paying.pay(body.paymentIntentId, by)
    await paying.confirm(ids, body.paymentIntentId, guest)
    if (method === 'ach') await paying.settle(body.paymentIntentId)
    for (const address of [email, guest]) {
      const mail = await app.mailTo(address, /^Receipt/)
      expect(mail.subject).toBe('Receipt: $300.00 for 3 bills')
      for (const name of FAMILY) expect(mail.text).toMatch(new RegExp(`^Dues \\(${name} Bell\\): \\$100\\.00, This bill is paid in full\\.$`, 'm'))
      expect(new Set(mail.text.match(/\/pay\/[\w-]{22}\/receipts\//g)).size).toBe(3)
    }
    await app.written()
    expect((await app.mailsTo(email, /^Receipt/)).length).toBe(1)
    expect((await app.mailsTo(guest, /^Receipt/)).length).toBe(1)
  })

  test('about its share of a check that pays bills of two addresses', async () => {
    const { email, other, ids, neighbour } = await households()
    const allocations = [...ids.slice(0, 2), neighbour].map((billId) => ({ billId, amount: 60 }))
    await made.admin.post('/api/remittances', { amount: 180, method: 'check', reference: 'No. 7', allocations })
    const mail = await app.mailTo(email, /^Receipt/)
    expect(mail.subject).toBe('Receipt: $120.00 for 2 bills')
    expect(mail.text).toMatch(/^Dues \(Ruth Bell\): \$60\.00, \$100\.00 total, \$60\.00 paid, \$40\.00 open/m)
    expect(mail.text).not.toContain('Neighbour')
    expect((await app.mailTo(other, /^Receipt/)).subject).toBe('Receipt: $60.00 for Dues')
    await app.written()
    expect((await app.mailsTo(email, /^Receipt/)).length).toBe(1)
  })

  test('about a claim for several bills, with a link that takes it back from all', async () => {
    const { email, ids, ruth } = await households()
    await ruth.post('/api/claims', { billIds: ids, paymentMethod: 'zelle' })
    const mail = await app.mailTo(email, /marked your payment/)
    expect(mail.subject).toBe('You marked your payment for 3 bills as sent')
    expect(mail.text).toContain('$300.00')
    expect(await statuses(ids)).toEqual(ids.map(() => 'PendingConfirmation'))
    await app.written()
    expect((await app.mailsTo(email, /marked your payment/)).length).toBe(1)
    const [link = ''] = /\/pay\/\S+\/take-back\/\S+/.exec(mail.text) ?? []
    await app.guest().send('post', link, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: '' })
    expect(await statuses(ids)).toEqual(ids.map(() => 'Unpaid'))
  })
})
