import type { Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { expectAccessible } from './axe.ts'
import { openCard, pay, typeCard } from './card-form.ts'
import { expectFits } from './fits.ts'
import { mailed } from './mail.ts'
import { billed, billFor } from './network.ts'
import { payable } from './stripe.ts'
import { type Admin, expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

test.use({ viewport: { width: 375, height: 667 } })

const launch = ({ api }: Admin, programId: string) => api.put(`/assessment-programs/${programId}/campaign/status`, { status: 'Active' })

const follow = async (page: Page, link: string, what: string) => {
  await page.goto(new URL(link).pathname)
  await expectFits(page, 375, what)
  await expectAccessible(page, what)
}

test('mails a refund; the bill shows the refunded amount and the balance', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const email = newEmail('ruth')
  const { bill, pay, now } = await payable(admin, 250, `firstName,lastName,email\nRuth,Refunded,${email}`)
  await pay({ card: '4242424242424242' })
  await expect.poll(async () => (await now()).status).toBe('Paid')
  const [payment] = (await admin.api.get<{ data: Payment[] }>('/payments')).data
  await admin.api.post(`/assessment-bills/${bill.id}/refunds`, { paymentId: payment?.id, amount: 100, reason: 'Paid for two' })
  await follow(page, await mailed(admin.api, email, /refunded \$100\.00[\s\S]+?View and pay: (\S+)/), 'a bill with a refund')
  await expect(page.getByText('$100.00 of it refunded')).toBeVisible()
  await expect(page.getByText('$250.00 total, $150.00 paid, $100.00 open')).toBeVisible()
  await page.getByRole('link', { name: `Receipt ${payment?.receiptNumber}` }).click()
  await expect(page.getByText('$100.00 of this payment of $250.00 was refunded.')).toBeVisible()
})

test('in a household of three with one address, each mail, row and page names its payor', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { program } = await billed(admin, 1)
  const email = newEmail('hall')
  const names = ['Grace Hall', 'Tom Hall', 'Ann Hall']
  await admin.api.upload(program.id, ['firstName,lastName,email', ...names.map((name) => `${name.replace(' ', ',')},${email}`)].join('\n'))
  await launch(admin, program.id)
  for (const name of names) {
    await follow(page, await mailed(admin.api, email, new RegExp(`Dear ${name.split(' ')[0]},[\\s\\S]+?View and pay: (\\S+)`)), name)
    await expect(page.getByText(name).first()).toBeVisible()
  }
  const { slug } = await admin.api.get<{ slug: string }>(`/networks/${admin.network.id}`)
  await page.goto(`/find/${slug}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'E-mail me a link' }).click()
  await follow(page, await mailed(admin.api, email, /(https?:\/\/\S+\/find\/\S+)/), 'a link to all bills')
  await page.getByRole('button', { name: 'Show my bills' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
  for (const name of names) await expect(page.getByRole('link', { name: `View and pay: ${program.name}, ${name}` })).toBeVisible()
  await expectFits(page, 375)

  await admin.api.join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  await signIn(page, email)
  await page.goto('/my-assessments')
  for (const name of names) await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible()
  await expectFits(page, 375)
  await expectAccessible(page, 'the bills of a household')
})

test('a bill settled while its payor is about to pay is not charged twice and shows the receipt', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const email = newEmail('otto')
  const { bill, now } = await payable(admin, 250, `firstName,lastName,email\nOtto,Paidfor,${email}`)
  await launch(admin, bill.program.id)
  const link = await mailed(admin.api, email, /View and pay: (\S+)/)
  await openCard(page, bill)
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 250, method: 'check', reference: 'Grace Chapel, No. 2041' })
  await typeCard(page, '4242424242424242')
  await pay(page)
  await expect(page.getByText('This bill was paid elsewhere while this page was open. You were not charged here.')).toBeVisible()
  const payments = (await admin.api.get<{ data: Payment[] }>('/payments')).data
  expect(payments.map(({ amount }) => amount)).toEqual([250])
  expect((await now()).status).toBe('Paid')
  await follow(page, link, 'a bill that the church has paid')
  await expect(page.getByText('$250.00 total, $250.00 paid, $0.00 open')).toBeVisible()
  await page.getByRole('link', { name: 'View your receipt' }).click()
  await expect(page.getByText('Grace Chapel, No. 2041')).toBeVisible()
  await follow(page, await mailed(admin.api, email, /View your receipt: (\S+)/), 'the receipt')
})

test('shows an overpayment as credit, and mails which bill the credit pays', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const email = newEmail('vera')
  const one = async (name: string, amount: number): Promise<Bill> => {
    const { program } = await billed(admin, 1, { name, amount })
    const bill = await billFor(admin, program, ['Vera', 'Overpaid'], email)
    await launch(admin, program.id)
    await mailed(admin.api, email, new RegExp(`Here is your bill for (${name})`))
    return bill
  }
  const dues = await one('Annual dues', 100)
  const camp = await one('Summer camp', 50)
  await admin.api.post(`/assessment-bills/${dues.id}/receipts`, { amount: 130, method: 'check' })
  await follow(page, await mailed(admin.api, email, /You have paid \$30\.00 more[\s\S]+?View your receipt: (\S+)/), 'an overpaid receipt')
  await expect(page.getByText('$130.00').first()).toBeVisible()
  const [payment] = (await admin.api.get<{ data: Payment[] }>('/payments')).data
  await admin.api.post(`/assessment-bills/${camp.id}/credits`, { paymentId: payment?.id, amount: 30, reason: 'Paid too much' })
  await follow(page, await mailed(admin.api, email, /used \$30\.00 of your credit[\s\S]+?View and pay: (\S+)/), 'a bill that credit pays')
  await expect(page.getByText('From your credit')).toBeVisible()
  await expect(page.getByText('$50.00 total, $30.00 paid, $20.00 open')).toBeVisible()
})
