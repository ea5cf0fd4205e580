import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Intent, KeptMethod } from '../../modules/payments/contract.ts'
import { expectAccessible } from './axe.ts'
import { connect } from './card-form.ts'
import { expectFits } from './fits.ts'
import { mailed } from './mail.ts'
import { attach, billsOf, day, grantAccess, newProgram } from './network.ts'
import { type Admin, expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const DAY = 86_400_000
const unavailable = { status: 503, json: { code: 'unavailable', message: 'It is down.' } }
const GOOD = '4242424242424242'
const EMPTY = '4000009000000011'
const LOST = '4000009000000045'

/** Payors with bills that are due in 5 and in 20 days, who pay automatically after a first payment. */
const autopayers = async (host: Admin, url: string, cards: Readonly<Record<string, string>>) => {
  const people = Object.keys(cards).map((name) => ({ name, email: newEmail(name.toLowerCase()), api: new DemoClient(url) }))
  const csv = ['firstName,lastName,email', ...people.map(({ name, email }) => `${name},Hall,${email}`)].join('\n')
  const profile = await connect(host)
  const bills: Bill[][] = []
  for (const [i, due] of [40, 5, 20].entries()) {
    const program = await newProgram(host, { name: `Dues ${i + 1}`, dueDate: day(due) })
    await attach(host, program, profile)
    await host.api.upload(program.id, csv)
    bills.push(await billsOf(host.api, program))
  }
  const [first = []] = bills
  for (const { name, email, api } of people) {
    await api.join({ email, firstName: name, lastName: 'Hall' }, PASSWORD)
    const assessmentId = first.find(({ individualMember }) => individualMember?.firstName === name)?.id
    const { paymentIntentId } = await api.post<Intent>('/payments/create-intent', { assessmentId, method: 'credit', saveMethod: true })
    await api.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, { card: cards[name] })
    await api.post('/payments/confirm', { assessmentId, paymentIntentId })
    const [method] = (await api.get<{ data: KeptMethod[] }>('/my/saved-methods')).data
    await api.post('/my/autopay', { savedMethodId: method?.id, networkId: host.network.id, consent: true })
  }
  const billOf = (which: number, name: string) => bills[which]?.find(({ individualMember }) => individualMember?.firstName === name)?.id
  return { people, billOf }
}

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr')
const rowOf = (page: Page, table: string, ...texts: string[]) => texts.reduce((found, hasText) => found.filter({ hasText }), rows(page, table))

/** Looks at the page on a phone and on a wide screen. */
const look = async (page: Page, what: string): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFits(page, width, what)
    await expectAccessible(page, `${what}, ${width}`)
  }
}

test('a treasurer sees upcoming and failed charges, and stops the autopay of payors; an Auditor only reads', async ({ page, product }) => {
  const host = await newAdmin(product.url, 'Presbytery of the Valley')
  const auditor = await newAdmin(product.url)
  await grantAccess(host, auditor, 'Auditor')
  const move = (days: number) => host.api.post('/sandbox/clock', { now: new Date(Date.now() + days * DAY).toISOString() })
  await signIn(page, host.email)
  await page.goto('/payors?tab=autopay')
  await expect(page.getByRole('heading', { name: 'No charge is coming up' })).toBeVisible()
  await page.getByRole('link', { name: 'Payors on Autopay' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody pays automatically yet' })).toBeVisible()
  await look(page, 'a network without autopay')

  const { people, billOf } = await autopayers(host, product.url, { Grace: GOOD, Dan: EMPTY, Eve: LOST })
  try {
    await move(0)
    await move(11)
    await signIn(page, host.email)
    await page.goto('/payors')
    await expect(page.getByRole('table', { name: 'Payments' })).toBeVisible()
    await look(page, 'all transactions')
    await page.getByRole('link', { name: 'Autopay', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Autopay')
    const eve = rowOf(page, 'Charges', 'Eve Hall')
    const dan = rowOf(page, 'Charges', 'Dan Hall', 'Dues 2')
    await expect(rows(page, 'Charges').first()).toContainText('Eve Hall')
    await expect(eve).toContainText('Failed')
    await expect(eve).toContainText('The card was reported as lost.')
    await expect(dan).toContainText('Trying again')
    await expect(dan).toContainText('There was not enough money in the account.')
    await expect(dan).toContainText('Visa 0011')
    const grace = rowOf(page, 'Charges', 'Grace Hall')
    await expect(grace).toHaveCount(1)
    await expect(grace).toContainText('Upcoming')
    for (const text of ['$123.45', 'Visa 4242']) await expect(grace).toContainText(text)
    await expect(grace.getByRole('link', { name: 'Dues 3' })).toHaveAttribute('href', `/payors/bills/${billOf(2, 'Grace')}`)
    await look(page, 'the charges')
    await page.getByLabel('State').selectOption('Failed')
    await expect(rows(page, 'Charges')).toHaveCount(1)
    await expect(eve).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search charges by payor' }).fill('nobody')
    await expect(page.getByRole('heading', { name: 'No charges found' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(grace).toBeVisible()

    await page.route('**/api/autopay?*', (route) => route.fulfill(unavailable))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Failed to load charges' })).toBeVisible()
    await page.unroute('**/api/autopay?*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(grace).toBeVisible()

    const listed = 'Payors on Autopay'
    await test.step('an Auditor sees no button', async () => {
      await signIn(page, auditor.email)
      await page.request.post('/api/auth/network', { data: { networkId: host.network.id } })
      await page.goto('/payors?tab=autopay&view=mandates')
      await expect(rows(page, listed)).toHaveCount(2)
      await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0)
      await page.getByRole('link', { name: 'Grace Hall' }).click()
      await expect(page.getByText('Pays automatically with Visa 4242')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0)
      await signIn(page, host.email)
    })

    await page.goto('/payors?tab=autopay')
    await page.getByRole('link', { name: listed }).click()
    await expect(rowOf(page, listed, 'Grace Hall')).toContainText('All bills')
    await expect(rowOf(page, listed, 'Grace Hall').getByRole('link', { name: /^\$123\.45 on/ })).toBeVisible()
    await look(page, 'the payors on autopay')
    await page.getByRole('button', { name: 'Stop autopay, Dan Hall, All bills' }).click()
    const stop = page.getByRole('dialog', { name: 'Stop autopay?' })
    await expect(stop).toContainText('The bills of Dan Hall are no longer charged to Visa 0011.')
    await expect(stop.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await look(page, 'the question before autopay is stopped')
    await page.route('**/api/autopay/*', (route) => (route.request().method() === 'DELETE' ? route.fulfill(unavailable) : route.continue()))
    await stop.getByRole('button', { name: 'Stop Autopay' }).click()
    await expect(stop.getByRole('alert')).toContainText('It is down.')
    await page.unroute('**/api/autopay/*')
    await stop.getByRole('button', { name: 'Stop Autopay' }).click()
    await expect(page.getByText('Autopay has stopped, and the payor is notified by mail')).toBeVisible()
    await expect(rows(page, listed)).toHaveCount(1)
    await mailed(host.api, people[1]?.email ?? '', /(An administrator ended it\.)/)

    await rowOf(page, listed, 'Grace Hall').getByRole('link', { name: 'Grace Hall' }).click()
    await expect(page.getByText('Pays automatically with Visa 4242')).toBeVisible()
    await look(page, 'a payor on autopay')
    await page.getByRole('button', { name: 'Stop autopay, All bills' }).click()
    await stop.getByRole('button', { name: 'Stop Autopay' }).click()
    await expect(page.getByText('Pays automatically with Visa 4242')).toHaveCount(0)
    await mailed(host.api, people[0]?.email ?? '', /(An administrator ended it\.)/)
    await page.goto('/payors?tab=autopay')
    await expect(rows(page, 'Charges')).toHaveCount(1)
  } finally {
    await move(0)
  }
})
