import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp, terms } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { PublicBill } from '../bills/contract.ts'

const CARD = { card: '4242424242424242' }

let app: App
let paying: ReturnType<typeof payingAt>
beforeAll(async () => {
  app = await startApp()
  paying = payingAt(app.guest())
})
afterAll(() => app.stop())

let number = 0
/** A network that takes cards and bank debits, with one bill. If `launched`, the bill was mailed. */
const billed = async ({ launched = true, settings = {}, terms = {} } = {}) => {
  number += 1
  const email = `payor${number}@changes.example`
  const made = await startPayableNetwork(app, { csv: `firstName,lastName,email\nRuth,Bell,${email}\n`, terms })
  const { admin, networkId, programId, bills } = made
  await admin.put(`/api/networks/${networkId}`, settings)
  if (launched) await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  if (launched) await app.mailTo(email, /^Dues: /)
  const id = bills[0]?.id ?? expect.fail()
  const payByCard = async () => {
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await paying.confirm(id, body.paymentIntentId)
    await app.mailTo(email, /^Receipt|^Recibo/)
    const { data } = await admin.get<{ data: { id: string; billId: string }[] }>('/api/payments')
    return { intentId: body.paymentIntentId, paymentId: data.find(({ billId }) => billId === id)?.id ?? expect.fail() }
  }
  const subjects = async () => (await app.mailsTo(email, /./)).map(({ subject }) => subject)
  return { ...made, id, email, payByCard, subjects }
}
const shown = async (id: string) => (await app.guest().send<{ data: PublicBill }>('get', `/api/assessment-bills/${id}`)).body.data

describe('a bank debit that is returned (R92)', () => {
  test.each([
    ['000222222227', 'insufficient-funds', 'There was not enough money in the account.'],
    ['000111111113', 'account-closed', 'The account has been closed.'],
    ['000111111116', 'no-account', 'Your bank found no account with this number and name.'],
    ['000333333335', 'not-authorized', 'Your bank says that this debit was not allowed, or that it was stopped.'],
  ] as const)('from account %s is reported to the payor at once, by mail and on the bill: %s', async (accountNumber, reason, why) => {
    const { id, email } = await billed()
    const { body } = await paying.intend(id, { method: 'ach' })
    await paying.pay(body.paymentIntentId, { accountNumber })
    await paying.confirm(id, body.paymentIntentId)
    await paying.settle(body.paymentIntentId)
    const mail = await app.mailTo(email, /returned/)
    expect(mail.subject).toBe('Your bank debit for Dues was returned')
    expect(mail.text).toContain('Your bank returned the bank debit of $100.00 for Dues')
    expect(mail.text).toContain(why)
    expect(mail.text).toContain(`Pay again: http`)
    expect(mail.text).toContain(`/pay/${id}`)
    expect((await shown(id)).returned).toEqual({
      on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      reason,
      told: { en: expect.objectContaining({ why }), es: expect.anything() },
    })
  })

  test('is reported even if the bill has been paid in another way since', async () => {
    const { id, payByCard } = await billed()
    const { body } = await paying.intend(id, { method: 'ach' })
    await paying.pay(body.paymentIntentId, { accountNumber: '000222222227' })
    await paying.settle(body.paymentIntentId)
    await expect.poll(async () => (await shown(id)).status).toBe('Failed')
    await payByCard()
    expect((await shown(id)).returned).toBeUndefined()
  })

  test('is reported in Spanish in a Spanish network', async () => {
    const { id, email } = await billed({ settings: { language: 'es' } })
    const { body } = await paying.intend(id, { method: 'ach' })
    await paying.pay(body.paymentIntentId, { accountNumber: '000222222227' })
    await paying.settle(body.paymentIntentId)
    const { text, subject } = await app.mailTo(email, /devuelto/)
    expect(subject).toBe('Su débito bancario por Dues fue devuelto')
    expect(text).toContain('No había dinero suficiente en la cuenta.')
    expect(text).toMatch(/Pagar de nuevo: http\S+\?lang=es/)
  })
})

test("the bill mail lists the page's ways to pay, cards and debits first, and names a payor who shares the address (R93)", async () => {
  const email = 'household@changes.example'
  const { admin, programId } = await startPayableNetwork(app, { csv: `firstName,lastName,email\nRuth,Bell,${email}\nTom,Bell,${email}\n` })
  await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  const { subject, text } = await app.mailTo(email, /^Dues \(Tom Bell\): /)
  expect(subject).toBe('Dues (Tom Bell): $100.00 due Jun 30, 2150')
  expect(text).toContain('You can pay by card, from your bank account, by wire, or by Zelle. The bill code is')
  await app.mailTo(email, /^Dues \(Ruth Bell\): /)
})

describe('[d] a payor is mailed about (R92)', () => {
  test('a refund of a payment, and of a credit', async () => {
    const { id, admin, email, payByCard } = await billed()
    const { paymentId } = await payByCard()
    await admin.post(`/api/assessment-bills/${id}/refunds`, { paymentId, amount: 30, reason: 'Her hardship' })
    const mail = await app.mailTo(email, /refunded/)
    expect(mail.subject).toBe('$30.00 refunded for Dues')
    expect(mail.text).toContain('The balance of this bill is now $30.00, due')
    expect(mail.text, 'reasons are for those who keep the books').not.toContain('hardship')
    await admin.post(`/api/assessment-bills/${id}/adjustments`, { amount: -40, reason: 'Lowered' })
    const lowered = await app.mailTo(email, /the amount is now/)
    expect(lowered.text).toContain('has changed from $100.00 to $60.00')
    expect(lowered.text).toContain('You have paid $10.00 more than this bill requires.')
    await admin.post(`/api/payments/${paymentId}/credit-refunds`, { reason: 'By check' })
    expect((await app.mailTo(email, /\$10\.00 refunded/)).text).toContain('We have refunded $10.00 of your credit from Dues.')
  })

  test('a dispute and its outcome', async () => {
    const won = await billed()
    const { intentId } = await won.payByCard()
    await paying.dispute(intentId)
    expect((await app.mailTo(won.email, /has taken back/)).text).toContain('The balance of this bill is now $100.00')
    await paying.dispute(intentId, 'won')
    expect((await app.mailTo(won.email, /counts again/)).text).toContain('You owe nothing more on this bill.')
    const lost = await billed()
    const disputed = await lost.payByCard()
    await paying.dispute(disputed.intentId)
    await app.mailTo(lost.email, /has taken back/)
    await paying.dispute(disputed.intentId, 'lost')
    expect((await app.mailTo(lost.email, /no longer counts/)).text).toContain('its decision is final')
  })

  test('a reversed payment, an overpayment, and credit applied to another bill or returned from it', async () => {
    const { id, admin, email, networkId, profileId } = await billed()
    await admin.post(`/api/assessment-bills/${id}/receipts`, { amount: 20, method: 'check' })
    await app.mailTo(email, /^Receipt: \$20/)
    const { data } = await admin.get<{ data: { id: string }[] }>('/api/payments')
    await admin.post(`/api/assessment-bills/${id}/reversals`, { paymentId: data[0]?.id, reason: 'Bounced' })
    expect((await app.mailTo(email, /was reversed/)).subject).toBe('A payment of $20.00 for Dues was reversed')
    await admin.post(`/api/assessment-bills/${id}/receipts`, { amount: 130, method: 'check' })
    expect((await app.mailTo(email, /^Receipt: \$130/)).text).toContain('You have paid $30.00 more than this bill requires.')
    const second = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Camp' })
    await admin.put(`/api/assessment-programs/${second.id}/payment-profile`, { paymentProfileId: profileId })
    await admin.members(second.id, `firstName,lastName,email\nRuth,Bell,${email}\n`)
    await admin.put(`/api/assessment-programs/${second.id}/campaign/status`, { status: 'Active' })
    await app.mailTo(email, /^Camp: \$100/)
    const camp = (await admin.bills(second.id))[0]?.id
    const kept = (await admin.get<{ data: { paymentId: string }[] }>('/api/credits')).data[0]?.paymentId
    await admin.post(`/api/assessment-bills/${camp}/credits`, { paymentId: kept, reason: 'Her wish' })
    expect((await app.mailTo(email, /\$30\.00 of your credit for Camp/)).text).toContain('The balance of this bill is now $70.00')
    const [used] = (await admin.get<{ data: { creditId: string }[] }>(`/api/assessment-bills/${camp}/credits`)).data
    await admin.post(`/api/assessment-bills/${camp}/reversals`, { paymentId: used?.creditId, reason: 'Wrong bill' })
    expect((await app.mailTo(email, /no longer use \$30\.00 of your credit for Camp/)).text).toContain('The balance of this bill is now $100.00')
  })

  test('a waived bill', async () => {
    const { id, admin, email } = await billed()
    await admin.put(`/api/assessment-bills/${id}/archive`, { reason: 'Moved away' })
    const { subject, text } = await app.mailTo(email, /no longer owe/)
    expect(subject).toBe('Dues: you no longer owe anything')
    expect(text).toContain('waived the open $100.00')
    expect(text).not.toContain('Moved away')
  })

  test('no change of a bill that the payor has not been sent', async () => {
    const { id, admin, email, programId, subjects } = await billed({ launched: false, terms: { type: 'Custom' } })
    await admin.put(`/api/assessment-bills/${id}/amount`, { amount: 120 })
    await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
    await app.mailTo(email, /^Dues: \$120\.00/)
    await admin.put(`/api/assessment-bills/${id}/amount`, { amount: 140 })
    await app.mailTo(email, /now \$140/)
    expect(await subjects(), 'the bill itself tells of what changed before it').toHaveLength(2)
  })
})
