import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed, billsOf, grantAccess } from './network.ts'
import { type Admin, expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

// The stories wait until the network is idle, which it never is with live updates.
test.use({ live: false })

type TestNetwork = { host: Admin; program: Program; bill: Bill; profileId: string }

const testNetwork = async (url: string): Promise<TestNetwork> => {
  const host = await newAdmin(url)
  const { program, bills } = await billed(host, 12)
  const [bill] = bills
  const [profile] = (await host.api.get<{ data: { id: string }[] }>('/payment-profiles')).data
  if (!bill || !profile) throw new Error('No bill was made')
  return { host, program, bill, profileId: profile.id }
}

/** A user who has only this role, in the host's network. */
const admitted = async ({ host }: TestNetwork, url: string, role: 'Member' | 'Auditor'): Promise<string> => {
  const [api, email] = [new DemoClient(url), newEmail(role.toLowerCase())]
  await api.join({ email, firstName: 'Ada', lastName: 'Ferreira' }, PASSWORD)
  await grantAccess(host, { api, email }, role)
  return email
}

const screensOf = ({ program, bill, profileId }: TestNetwork): string[] => [
  '/dashboard',
  '/my-assessments',
  '/my-payments',
  '/my-payment-methods',
  '/assessments',
  '/assessments?page=99',
  '/assessments/new',
  `/assessments/${program.id}`,
  `/assessments/${program.id}/edit`,
  `/assessments/${program.id}/print`,
  '/payors',
  '/payors?tab=assessment-bills&status=Unpaid',
  `/payors/bills/${bill.id}`,
  '/members',
  `/members/${bill.individualMember?.id}`,
  '/transactions',
  '/settings/profile',
  '/settings/password',
  '/settings/payments',
  '/settings/connected-accounts',
  '/settings/network',
  '/settings/people',
  '/settings/api-keys',
  '/settings/webhooks',
  `/stripe/return?paymentProfileId=${profileId}`,
  `/stripe/reauth?paymentProfileId=${profileId}`,
]

/** Names of buttons, links and menu items that change a network. */
const changing = [
  /^New Program$/,
  /^Create Your First Program$/,
  /^Create Profile$/,
  /^Create Assessment$/,
  /^(Edit Program|Payment Profile|Upload Members|Attach)\b/,
  /^Edit\b/,
  /^Manage Campaign$/,
  /^(Mark as Paid|It has arrived|Not received)$/,
  /^Invite$/,
  /^Make a Key$/,
  /^More actions/,
]
/** Names of controls that make sense only for people with access to the network. */
const looking = [/^Find anything$/, /^Search\b/, /^Export CSV$/, /^Members$/, /^Rows per page$/, /^Status$/, /^View (Payors|Bills|Campaign)/]
/** Names of controls that make no sense after a refusal. */
const vain = [/^Try Again$/, /^Check Status Now$/]

const CATALOGUE =
  /^You do not have permission to \w+ this (assessment program|assessment bill|payment profile|payment|member|network|message|dashboard|report)\.$/

/** Opens a page, and returns its controls and the messages of refused requests. */
const walk = async (page: Page, address: string) => {
  const refused: string[] = []
  const note = async (answer: { status: () => number; json: () => Promise<unknown> }) => {
    if (answer.status() === 403) refused.push(((await answer.json()) as { message: string }).message)
  }
  page.on('response', note)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  page.off('response', note)
  const offered = await page
    .locator('main, header, aside')
    .locator('button:visible, a:visible, input:visible, select:visible')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? ((one as HTMLInputElement).labels?.[0]?.textContent || one.textContent || '').trim()),
    )
  return { refused, offered }
}

const those = (offered: string[], patterns: RegExp[]) => offered.filter((name) => patterns.some((pattern) => pattern.test(name)))

/** Users with a role or without any network see the whole sidebar (R13). */
const expectWholeSidebar = async (page: Page) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dashboard',
    'Assessment Bills',
    'Assessment Programs',
    'Payors',
    'Profile',
  ])
}

test('a Member sees no action that the server would refuse, and refusals follow the catalogue', async ({ page, product }) => {
  test.setTimeout(180_000)
  const here = await testNetwork(product.url)
  await signIn(page, await admitted(here, product.url, 'Member'))
  for (const address of screensOf(here)) {
    const { refused, offered } = await walk(page, address)
    expect.soft(those(offered, [...changing, ...looking, ...vain]), address).toEqual([])
    for (const message of refused) expect.soft(message, address).toMatch(CATALOGUE)
    if (refused[0] !== undefined) await expect.soft(page.getByText(refused[0]).first(), address).toBeVisible()
  }
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const [address, sentence] of [
    ['/assessments', 'You do not have permission to view this assessment program.'],
    ['/assessments/new', 'You do not have permission to create this assessment program.'],
    [`/payors/bills/${here.bill.id}`, 'You do not have permission to view this assessment bill.'],
    ['/settings/payments', 'You do not have permission to view this payment profile.'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(sentence)).toBeVisible()
    await expectAccessible(page, `${address} for a Member`)
  }
})

for (const inNetwork of [true, false])
  test(`a payor ${inNetwork ? 'who is a Member' : 'without a network'} finds their bills, payments and receipts, on a phone`, async ({
    page,
    product,
  }) => {
    const here = await testNetwork(product.url)
    const email = inNetwork ? await admitted(here, product.url, 'Member') : newEmail('payor')
    if (!inNetwork) await new DemoClient(product.url).join({ email, firstName: 'Ada', lastName: 'Ferreira' }, PASSWORD)
    await here.host.api.upload(here.program.id, `firstName,lastName,email\nAda,Ferreira,${email}`)
    const mine = (await billsOf(here.host.api, here.program)).find(({ individualMember }) => individualMember?.firstName === 'Ada')
    await here.host.api.put(`/assessment-bills/${mine?.id}/mark-as-paid`, {})
    await page.setViewportSize({ width: 375, height: 667 })
    await signIn(page, email)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Bills')
    await expect(page.getByText("overview of your network's finances")).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link')).toHaveText(['My Bills', 'My Payments', 'Payment Methods', 'Account'])
    await expectAccessible(page, 'the menu of a payor')
    await nav.getByRole('link', { name: 'My Payments' }).click()
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: here.program.name })
    await expect(row).toContainText('Ada Ferreira')
    await expectFits(page, 375, 'my payments')
    await expectAccessible(page, 'my payments')
    const pdf = await page.request.get((await row.getByRole('link', { name: /^Receipt as PDF/ }).getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toContain('application/pdf')
    const receipt = page.waitForEvent('popup')
    await row.getByRole('link', { name: /^Receipt \d/ }).click()
    await expect((await receipt).getByRole('heading', { level: 1 })).toBeVisible()
    for (const address of ['/dashboard', '/my-assessments', '/my-payments', '/settings/profile']) {
      const { refused } = await walk(page, address)
      expect.soft(refused, address).toEqual([])
    }
  })

test('an Auditor sees everything without a refused request, and no action that changes data', async ({ page, product }) => {
  test.setTimeout(180_000)
  const here = await testNetwork(product.url)
  await signIn(page, await admitted(here, product.url, 'Auditor'))
  for (const address of screensOf(here)) {
    const { refused, offered } = await walk(page, address)
    expect.soft(refused, address).toEqual([])
    expect.soft(those(offered, [...changing, ...vain]), address).toEqual([])
  }
  const bills = await walk(page, '/payors?tab=assessment-bills')
  for (const name of ['Find anything', 'Search bills', 'Export CSV', 'Members']) expect(bills.offered).toContain(name)
  await page.goto(`/assessments/${here.program.id}/edit`)
  await expect(page.getByText('You do not have permission to update this assessment program.')).toBeVisible()
  await expectWholeSidebar(page)
})

test('a user without a network is invited to create one, and sees nothing that needs one', async ({ page, product }) => {
  test.setTimeout(180_000)
  const here = await testNetwork(product.url)
  const email = newEmail('nadia')
  await new DemoClient(product.url).join({ email, firstName: 'Nadia', lastName: 'Newcomer' }, PASSWORD)
  await signIn(page, email)
  for (const address of screensOf(here).filter((one) => !one.includes(here.program.id) && one !== '/assessments/new')) {
    const { refused, offered } = await walk(page, address)
    expect.soft(refused, address).toEqual([])
    expect.soft(those(offered, [...changing, ...looking]), address).toEqual([])
  }
  await page.goto('/assessments')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('button', { name: 'Create network' })).toBeVisible()
  await expectWholeSidebar(page)
  // The form offers to create the missing network.
  await page.goto('/assessments/new')
  await expect(page.getByRole('button', { name: 'Create Network' })).toBeVisible()
})
