import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foundInTables } from '../../scripts/found-in-tables.ts'
import { type App, startApp } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { PublicBill } from '../bills/contract.ts'
import type { ListOf } from '../shared/api.ts'
import type { Message } from './contract.ts'

const CARD = { card: '4242424242424242' }
const BANK = { accountNumber: '000123456789' }

let app: App
let paying: ReturnType<typeof payingAt>
beforeAll(async () => {
  app = await startApp()
  paying = payingAt(app.guest())
})
afterAll(() => app.stop())

let number = 0
const billed = async ({ hasEmail = true, settings = {} } = {}) => {
  number += 1
  const email = `ruth${number}@payors.example`
  const guest = `tom${number}@guests.example`
  const made = await startPayableNetwork(app, { csv: `firstName,lastName,email\nRuth,Bell,${hasEmail ? email : ''}\n` })
  await made.admin.put(`/api/networks/${made.networkId}`, settings)
  const [bill] = made.bills
  return { ...made, id: bill?.id ?? expect.fail(), payor: bill?.individualMember?.id ?? expect.fail(), email, guest }
}
const receiptsTo = (address: string) => app.mailsTo(address, /^(Receipt|Recibo)/)
const shown = async (id: string) => (await app.guest().send<{ data: PublicBill }>('get', `/api/assessment-bills/${id}`)).body.data

describe('[d] an address that a guest enters for the receipt', () => {
  test("gets one receipt of the payment, in addition to the payor's, without the payor's greeting", async () => {
    const { id, email, guest } = await billed()
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await paying.confirm(id, body.paymentIntentId, guest)
    const mail = await app.mailTo(guest, /^Receipt/)
    expect(mail.subject).toBe('Receipt: $100.00 for Dues (Ruth Bell)')
    for (const said of ['Hello,', 'Paid by: Card', 'Received from: Ruth Bell', `/pay/${id}/receipts/`]) expect(mail.text).toContain(said)
    expect(mail.text).toContain(
      `This receipt was sent to ${guest} for Synod, because this address was entered with the payment. We do not use it for anything else.`,
    )
    expect(mail.text).not.toContain('Dear Ruth')
    expect((await app.mailTo(email, /^Receipt/)).text).toContain('Dear Ruth,')
    // Only the first address counts, so that a payment cannot send mails to strangers.
    for (const stranger of ['eve@guests.example', guest]) await paying.confirm(id, body.paymentIntentId, stranger)
    await app.written()
    expect([(await receiptsTo(guest)).length, (await receiptsTo('eve@guests.example')).length]).toEqual([1, 0])
  })

  test("gets the receipt if the payor has no address, even if the webhook comes before the browser's report", async () => {
    const { id, guest } = await billed({ hasEmail: false })
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await expect.poll(async () => (await shown(id)).status).toBe('Paid')
    await paying.confirm(id, body.paymentIntentId, guest)
    expect((await app.mailTo(guest, /^Receipt/)).text).toContain('Received from: Ruth Bell')
    expect((await app.store.read(`bill-${id}`)).filter(({ type }) => type === 'ReceiptRequested')).toHaveLength(1)
  })

  test('gets the receipt once a bank debit has cleared, and nothing before that or if the debit fails', async () => {
    const { id, guest } = await billed()
    const { body } = await paying.intend(id, { method: 'ach' })
    expect((await paying.confirm(id, body.paymentIntentId, guest)).status, 'nothing is paid yet').toBe(409)
    await paying.pay(body.paymentIntentId, BANK)
    await paying.confirm(id, body.paymentIntentId, guest)
    await app.written()
    expect(await receiptsTo(guest)).toEqual([])
    await paying.settle(body.paymentIntentId)
    await app.mailTo(guest, /^Receipt/)
    await app.written()
    expect(await receiptsTo(guest)).toHaveLength(1)
  })

  test("must be valid, and causes no second mail if it is the payor's", async () => {
    const { id, email } = await billed()
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    for (const wrong of ['nobody', 'a@b', `${'a'.repeat(250)}@x.example`, 'a@x.example, b@x.example', 'a@x.example\r\nBcc: b@x.example'])
      expect((await paying.confirm(id, body.paymentIntentId, wrong)).status, wrong).toBe(400)
    await paying.confirm(id, body.paymentIntentId, email.toUpperCase())
    await app.mailTo(email, /^Receipt/)
    await app.written()
    expect(await receiptsTo(email)).toHaveLength(1)
  })

  test('is encrypted with the payor’s key, masked in lists, not used to contact the payor, and forgotten with the payor', async () => {
    const { admin, id, payor, guest, email } = await billed()
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await paying.confirm(id, body.paymentIntentId, guest)
    await app.mailTo(guest, /^Receipt/)
    const { data } = await admin.get<ListOf<Message>>('/api/messages?pageSize=100')
    const mails = data.filter(({ bills }) => bills.includes(id)).map(({ purpose, payor: to }) => [purpose, to.email])
    expect(mails.sort()).toEqual([
      ['guest-receipt', 't****@guests.example'],
      ['receipt', email],
    ])
    expect((await admin.get<{ email: string }>(`/api/members/${payor}`)).email).toBe(email)
    const found = await foundInTables(app.pool, [guest])
    expect(found.filter((where) => !/^(read\.messages|public\.caught_mails|caught_mails)/.test(where))).toEqual([])
    expect((await admin.send('delete', `/api/members/${payor}`)).status).toBe(204)
    await app.written()
    expect(await foundInTables(app.pool, [guest])).toEqual([])
  })
})

test('a bill shows the masked address of its receipts, unless it has none or mails to it failed', async () => {
  const { admin, id, payor, email } = await billed()
  expect((await shown(id)).receiptTo).toBe(`r****${email.slice(email.indexOf('@'))}`)
  expect((await admin.send<{ data: object }>('get', `/api/assessment-bills/${id}`)).body.data).not.toHaveProperty('receiptTo')
  await admin.put(`/api/members/${payor}`, { email: '' })
  await expect.poll(() => shown(id)).not.toHaveProperty('receiptTo')
})

describe('[d] the language of a receipt', () => {
  const page = async (path: string, language = 'en') => (await fetch(app.base + path, { headers: { 'accept-language': language } })).text()
  const langOf = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1]

  test('is that of the pay page, in mail and page, for a card, a bank debit and a confirmed claim', async () => {
    const ways = {
      card: async (id: string) => {
        const { body } = await paying.intend(id, { language: 'es' })
        await paying.pay(body.paymentIntentId, CARD)
        await paying.confirm(id, body.paymentIntentId)
      },
      debit: async (id: string) => {
        await paying.intend(id, { method: 'ach', language: 'en' })
        const { body } = await paying.intend(id, { method: 'ach', language: 'es' })
        await paying.pay(body.paymentIntentId, BANK)
        await paying.confirm(id, body.paymentIntentId)
        await paying.settle(body.paymentIntentId)
      },
    }
    for (const [name, payBy] of Object.entries(ways)) {
      const { id, email } = await billed()
      await payBy(id)
      const mail = await app.mailTo(email, /^Rec/)
      expect(mail.subject, name).toBe('Recibo: $100.00 por Dues')
      const path = new URL(/(\S+\/receipts\/\S+)/.exec(mail.text)?.[1] ?? expect.fail()).pathname
      expect(langOf(await page(path)), name).toBe('es')
      expect(langOf(await page(`${path}?lang=en`)), 'whoever asks for another').toBe('en')
    }
    const { admin, id, email } = await billed()
    await app.guest().post(`/api/assessments/${id}/mark-as-paid`, { paymentMethod: 'zelle', language: 'es' })
    expect((await app.mailTo(email, /./)).subject).toBe('Usted marcó como enviado su pago por Dues')
    await admin.post('/api/claims/confirm', { billIds: [id] })
    const { text } = await app.mailTo(email, /^Recibo/)
    expect(langOf(await page(new URL(/(\S+\/receipts\/\S+)/.exec(text)?.[1] ?? expect.fail()).pathname))).toBe('es')
    // Its printed version has the same language, for Admin and payor.
    const { data } = await admin.get<{ data: { language: string; title: string } }>(`/api/assessment-bills/${id}/sheet`)
    expect(data.language).toBe('es')
  })

  test("is the network’s if the page's is unknown, and English after paying in English in a Spanish network", async () => {
    const { admin, id, email } = await billed({ settings: { language: 'es' } })
    await admin.post(`/api/assessment-bills/${id}/receipts`, { amount: 100, method: 'check' })
    await app.mailTo(email, /^Recibo/)
    const other = await billed({ settings: { language: 'es' } })
    const { body } = await paying.intend(other.id, { language: 'en' })
    await paying.pay(body.paymentIntentId, CARD)
    await paying.confirm(other.id, body.paymentIntentId)
    const { text, subject } = await app.mailTo(other.email, /^Rec/)
    expect(subject).toMatch(/^Receipt/)
    expect(langOf(await page(new URL(/(\S+\/receipts\/\S+)/.exec(text)?.[1] ?? expect.fail()).pathname, 'es'))).toBe('en')
  })

  test('is also used for the notice of a returned bank debit', async () => {
    const { id, email } = await billed()
    const { body } = await paying.intend(id, { method: 'ach', language: 'es' })
    await paying.pay(body.paymentIntentId, { accountNumber: '000222222227' })
    await paying.confirm(id, body.paymentIntentId)
    await paying.settle(body.paymentIntentId)
    expect((await app.mailTo(email, /devuelto|returned/)).subject).toContain('devuelto')
  })
})
