import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Network } from '../../modules/networks/contract.ts'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import type { Member } from '../../modules/payors/contract.ts'
import { renderLetter } from '../../modules/platform/mail/letter.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { startReceiver } from '../testing/receiver.ts'
import { allMails } from './all-mails.ts'
import { form } from './card-form.ts'
import { startChurchSite } from './church-site.ts'
import { failJobs } from './dead-jobs.ts'
import { attach, billed, billsOf, day, grantAccess, manual, membersMessy, newProfile, newProgram } from './network.ts'
import { newCardProfile, payable, takesCards, withAccount } from './stripe.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'
import { recordUnreadable } from './unreadable.ts'

const folder = path.resolve(import.meta.dirname, '../../screens')
const widths = [390, 768, 1440] as const
const schemes = ['light', 'dark'] as const
const demo = { email: 'naomi@vestry.example', password: 'Vestry-demo-1' }

/**
 * A screen: its name, its address, and the steps before its screenshot, which run either once on the large screen or at
 * each width.
 */
type Screen = readonly [name: string, address: string, arrange?: (page: Page) => Promise<void>, when?: 'anew']

/** Chromium draws a frame of another site only within the window, and the frame needs a moment to report its height. */
const seeWhole = async (page: Page, width: number): Promise<void> => {
  await page.waitForTimeout(500)
  await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) })
  await page.waitForTimeout(500)
}

const shoot = async (page: Page, name: string, sizes: readonly number[] = widths): Promise<void> => {
  // A page with a frame, such as a mail preview, never becomes idle.
  const framed = (await page.locator('iframe').count()) > 0
  if (!framed) await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const whole = (await page.locator('[role=dialog], [role=menu]').count()) === 0
  for (const width of sizes) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (framed) await seeWhole(page, width)
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: whole, animations: 'disabled' })
    }
  }
}

/** A screen that fails does not stop the others. */
const visit = async (page: Page, screens: readonly Screen[]): Promise<void> => {
  // Dialogs are opened on the large screen, because a phone has some of the buttons in a menu.
  for (const [name, address, arrange, when] of screens)
    for (const width of when === 'anew' ? widths : [1440]) {
      const problem = await test.step(`${name} at ${width}`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(address)
        await page.waitForLoadState('networkidle')
        return arrange?.(page).then(
          () => null,
          (error: Error) => error.message,
        )
      })
      expect.soft(problem ?? null, `${name} at ${width}`).toBeNull()
      if (!problem) await shoot(page, name, when === 'anew' ? [width] : widths)
    }
}

const signedIn = async (browser: Browser, baseURL: string, email: string, password: string): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ baseURL, locale: 'en-US' })
  // A connection for live updates would prevent network idle.
  await context.route('**/api/events', (route) => route.abort())
  const page = await context.newPage()
  await signIn(page, email, password)
  return { context, page }
}

const failing = async (page: Page, call: string) => {
  await page.route(call, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong on our side. Please try again.', code: 'unexpected' } }),
  )
}
const never = (page: Page, call: string) => page.route(call, () => new Promise(() => {}))

const campaignOf = async (page: Page, program: string) => {
  await page.getByRole('button', { name: `Campaign, ${program}` }).click()
  await expect(page.getByRole('heading', { name: 'Launch readiness' })).toBeVisible()
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test.describe.configure({ timeout: 400_000 })
test.beforeAll(() => mkdirSync(folder, { recursive: true }))

test('before the sign-in', async ({ page }) => {
  await visit(page, [
    ['login', '/login'],
    ['login-message', '/login?message=You+have+been+logged+out+successfully'],
    ['login-refused', '/login', (at) => press(at, 'Sign In')],
    ['register', '/register'],
    ['register-refused', '/register', (at) => press(at, 'Sign Up')],
    ['forgot-password', '/forgot-password'],
    ['reset-password-invalid', '/reset-password'],
    ['confirm-email-invalid', '/confirm-email'],
    ['invitation-choice', '/accept-invitation?token=none'],
    ['invitation-invalid', '/accept-invitation'],
    ['env-debug', '/env-debug'],
    ['not-found', '/no-such-page'],
  ])
})

test('people added and billed by hand', async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  const api = new DemoClient(product.url)
  await api.signIn(demo.email, demo.password)
  const { data: programs } = await api.get<{ data: Program[] }>('/assessments?status=Active&pageSize=100')
  const custom = programs.find(({ type }) => type === 'Custom')
  const [member] = (await api.get<{ data: Member[] }>('/members?search=rebekah.cook0')).data
  const [bill] = (await api.get<{ data: Bill[] }>('/assessment-bills?status=Unpaid')).data
  if (!custom || !member?.firstName || !member.lastName || !bill) throw new Error('The demo lacks a program or a payor')
  const { firstName, lastName } = member
  const { paymentProfileId } = custom
  const fresh = await api.post<Program>(`/networks/${custom.network.id}/assessments`, {
    ...{ name: 'Roof repair', frequency: 'OneTime', type: 'Uniform', amount: 40, dueDate: '2150-06-30' },
  })
  await api.put(`/assessment-programs/${fresh.id}/payment-profile`, { paymentProfileId })
  await api.post(`/assessment-programs/${fresh.id}/bills`, { memberId: member.id })
  const add = async (at: Page) => {
    await press(at, 'Add Person')
    await at.getByLabel('First name').fill(firstName)
    await at.getByLabel('Last name').fill(lastName)
  }
  const billOne = async (at: Page) => {
    await press(at, /^More actions/)
    await at.getByRole('menuitem', { name: 'Bill One Payor' }).click()
    await at.getByRole('searchbox', { name: 'Search people' }).fill('cook')
  }
  await visit(page, [
    ['people', '/members'],
    ['people-by-balance', '/members?orderBy=balance&order=desc'],
    ['people-of-program', `/members?assessment=${fresh.id}`],
    ['person-add', '/members', add],
    [
      'person-add-duplicate',
      '/members',
      async (at) => {
        await add(at)
        await at.getByRole('dialog').getByRole('button', { name: 'Add Person' }).click()
        await at.getByText('Someone with this name already exists').waitFor()
      },
    ],
    ['bill-one-choose', `/assessments/${custom.id}`, billOne],
    [
      'bill-one',
      `/assessments/${custom.id}`,
      async (at) => {
        await billOne(at)
        await press(at, `Choose: ${member.name}`)
      },
    ],
    [
      'bill-one-again',
      `/assessments/${fresh.id}`,
      async (at) => {
        await billOne(at)
        await press(at, `Choose: ${member.name}`)
        await press(at, 'Add Bill')
        await at.getByRole('alert').waitFor()
      },
    ],
    [
      'person-add-bill',
      `/members/${member.id}`,
      async (at) => {
        await press(at, 'Add a Bill')
        await at.getByLabel('Program').selectOption(custom.name)
      },
    ],
    ['person', `/members/${member.id}`],
    ['bill-with-payor', `/payors/bills/${bill.id}`],
    ['payors-without-payments', `/payors?assessment=${fresh.id}`],
  ])
  await context.close()
})

test('the demo network', async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  const api = new DemoClient(product.url)
  await api.signIn(demo.email, demo.password)
  const { data: programs } = await api.get<{ data: Program[] }>('/assessments')
  const draft = programs.find(({ paymentProfileId }) => paymentProfileId === null)
  const active = programs.find(({ name }) => name.includes('Advent'))
  const custom = programs.find(({ type }) => type === 'Custom')
  if (!draft || !active || !custom) throw new Error('The demo lacks a program')
  const [member] = (await api.get<{ data: Member[] }>('/members?search=rebekah.cook0')).data
  const [congregation] = (await api.get<{ data: Member[] }>('/members?kind=congregation')).data
  if (!member || !congregation) throw new Error('The demo lacks a payor')
  const bills = `/payors?tab=assessment-bills`
  const [claimed] = (await api.get<{ data: Bill[] }>('/assessment-bills?status=PendingConfirmation')).data
  const [story] = (await api.get<{ data: Bill[] }>('/assessment-bills?status=Unpaid')).data
  if (!claimed || !story) throw new Error('The demo lacks a bill')
  await api.post(`/assessment-bills/${story.id}/adjustments`, { amount: -5, reason: 'Joined in July: dues for half the year are waived.' })
  await api.post(`/assessment-bills/${story.id}/receipts`, { amount: 10, method: 'check', reference: 'check 2041' })
  await api.post(`/assessment-bills/${story.id}/receipts`, { amount: story.amount + 20, method: 'wire' })
  await visit(page, [
    ['dashboard', '/dashboard'],
    ['dashboard-tooltip', '/dashboard', async (at) => at.getByRole('slider').focus()],
    ['programs', '/assessments'],
    [
      'programs-figures',
      '/assessments',
      async (at) => {
        await at.getByRole('link', { name: active.name }).hover()
        await at
          .getByText(/ user\(s\)/)
          .first()
          .waitFor()
      },
      'anew',
    ],
    ['programs-attach', '/assessments', (at) => press(at, `Payment Profile, ${draft.name}`)],
    [
      'programs-attach-confirm',
      '/assessments',
      async (at) => {
        await press(at, `Payment Profile, ${draft.name}`)
        await press(at, /^Select,/)
      },
    ],
    ['programs-upload', '/assessments', (at) => press(at, `Upload Members, ${active.name}`)],
    ['programs-search', '/assessments?search=nothing+like+it'],
    ['campaign', '/assessments', (at) => campaignOf(at, active.name)],
    ['campaign-draft', '/assessments', (at) => campaignOf(at, draft.name)],
    ['campaign-ready', '/assessments', (at) => campaignOf(at, custom.name)],
    [
      'campaign-launch',
      '/assessments',
      async (at) => {
        await campaignOf(at, custom.name)
        await press(at, 'Launch Campaign')
      },
    ],
    [
      'campaign-message',
      '/assessments',
      async (at) => {
        await campaignOf(at, custom.name)
        await press(at, 'Send Test Mail')
        await at.getByRole('region', { name: 'Message' }).hover()
      },
    ],
    [
      'campaign-later',
      '/assessments',
      async (at) => {
        await campaignOf(at, custom.name)
        await press(at, 'Launch later')
      },
    ],
    [
      'campaign-preview',
      '/assessments',
      async (at) => {
        await campaignOf(at, active.name)
        await press(at, 'Preview Mail')
        await expect(at.frameLocator('iframe').getByText('View and pay')).toBeVisible()
      },
    ],
    ['program-create', '/assessments/new'],
    ['program-create-refused', '/assessments/new', (at) => press(at, 'Create Assessment')],
    [
      'program-create-wrong',
      '/assessments/new',
      async (at) => {
        await at.getByLabel('Default Amount').fill('12.345')
        await at.getByLabel('Due Date').fill('2020-01-31')
        await press(at, 'Create Assessment')
      },
    ],
    ['program-create-network', '/assessments/new', (at) => press(at, 'Create Network')],
    ['program-edit', `/assessments/${active.id}/edit`],
    ['program', `/assessments/${active.id}`],
    ['program-draft', `/assessments/${draft.id}`],
    [
      'program-complete',
      `/assessments/${active.id}`,
      async (at) => {
        await press(at, /^More actions/)
        await at.getByRole('menuitem', { name: 'Complete' }).click()
      },
    ],
    ['members', '/members'],
    ['members-none', '/members?search=nobody+like+this'],
    ['member', `/members/${member.id}`],
    ['member-congregation', `/members/${congregation.id}`],
    ['member-edit', `/members/${member.id}`, (at) => press(at, 'Edit')],
    [
      'member-forget',
      `/members/${member.id}`,
      async (at) => {
        await press(at, /^More actions/)
        await at.getByRole('menuitem', { name: /^Forget/ }).click()
      },
    ],
    ['payments', '/payors'],
    ['bills', bills],
    ['bills-pending', `${bills}&status=PendingConfirmation`],
    ['bills-none', `${bills}&status=Failed`],
    ['bills-partial', `${bills}&status=Partial`],
    ['bills-past-the-end', `${bills}&page=9999`],
    ['bills-custom', `${bills}&assessment=${custom.id}`],
    ['bills-menu', bills, (at) => press(at, /^Actions/), 'anew'],
    ...(['Payment link', 'Mark as Paid', 'Archive'] as const).map(
      (item): Screen => [
        `bills-${item.toLowerCase().replaceAll(' ', '-')}`,
        `${bills}&status=Unpaid`,
        async (at) => {
          await press(at, /^Actions/)
          await at.getByRole('menuitem', { name: item }).click()
        },
        'anew',
      ],
    ),
    ['bills-search', `${bills}&search=cook&orderBy=amount&order=desc`],
    ['bill', `/payors/bills/${story.id}`],
    ['bill-paper', `/payors/bills/${story.id}/print`],
    ['bill-paper-a4', `/payors/bills/${claimed.id}/print?size=a4`],
    ['bill-claimed', `/payors/bills/${claimed.id}`],
    ['claims', '/payors/claims'],
    ['claims-ticked', '/payors/claims', (at) => at.getByLabel('Tick all on this page').check()],
    ...(['Record receipt', 'Adjust amount'] as const).map(
      (item): Screen => [
        `bill-${item.toLowerCase().replaceAll(' ', '-')}`,
        `/payors/bills/${claimed.id}`,
        async (at) => {
          await press(at, /^More actions/)
          await at.getByRole('menuitem', { name: item }).click()
        },
      ],
    ),
    ['bill-not-received', `/payors/bills/${claimed.id}`, (at) => press(at, 'Not received')],
    [
      'find',
      '/dashboard',
      async (at) => {
        await at.keyboard.press('ControlOrMeta+k')
        await at.getByRole('combobox', { name: 'Find anything' }).fill('cook')
        await expect(at.getByRole('option').first()).toBeVisible()
      },
    ],
    ['find-commands', '/dashboard', (at) => at.keyboard.press('ControlOrMeta+k')],
    ['transactions', '/transactions'],
    ['settings-profile', '/settings/profile'],
    ['settings-password', '/settings/password'],
    ['settings-payments', '/settings/payments'],
    ['settings-profile-create', '/settings/payments', (at) => press(at, 'Create Profile')],
    ['settings-profile-edit', '/settings/payments', (at) => press(at, /^Edit,/)],
    [
      'settings-profile-wrong',
      '/settings/payments',
      async (at) => {
        await press(at, 'Create Profile')
        for (const method of ['Wire', 'Zelle']) await at.getByRole('dialog').getByLabel(method, { exact: true }).check()
        await at.getByRole('dialog').getByRole('button', { name: 'Create Profile' }).click()
      },
    ],
    ['unknown-below', '/assessments/none/such'],
  ])
  await context.close()
})

test('pages as of an earlier moment', async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  const api = new DemoClient(product.url)
  await api.signIn(demo.email, demo.password)
  const [story] = (await api.get<{ data: Bill[] }>('/assessment-bills?status=Unpaid')).data
  const [program] = (await api.get<{ data: Program[] }>('/assessments?status=Active')).data
  const [member] = (await api.get<{ data: Member[] }>('/members?search=rebekah.cook0')).data
  const [profile] = (await api.get<{ data: PaymentProfile[] }>('/payment-profiles')).data
  if (!story || !program || !member || !profile) throw new Error('The demo lacks a past')
  await api.post(`/assessment-bills/${story.id}/adjustments`, { amount: -5, reason: 'Joined in July: dues for half the year are waived.' })
  await api.post(`/assessment-bills/${story.id}/receipts`, { amount: 10, method: 'check', reference: 'check 2041' })
  await api.post(`/assessment-bills/${story.id}/receipts`, { amount: story.amount, method: 'wire' })
  await api.put(`/members/${member.id}`, { phone: '(320) 555-0199' })
  for (const cents of [1, 2, 3, 4, 5])
    await api.put(`/assessments/${program.id}`, { ...program, dueDate: program.dueDate.slice(0, 10), amount: program.amount + cents })
  const then = `asOf=${encodeURIComponent(new Date(Date.now() - 20 * 86_400_000).toISOString())}`
  const lookBack = async (at: Page, item: string) => {
    await press(at, 'Look back')
    await at.getByRole('menuitem', { name: item }).click()
  }
  await visit(page, [
    ['bill-replay', `/payors/bills/${story.id}?at=1`],
    ['bill-replay-last', `/payors/bills/${story.id}`],
    ['program-history', `/assessments/${program.id}`],
    ['member-history', `/members/${member.id}`],
    ['profile-history', '/settings/payments', (at) => press(at, `History, ${profile.name}`)],
    ['look-back', '/dashboard', (at) => press(at, 'Look back')],
    [
      'as-of-choose',
      '/dashboard',
      async (at) => {
        await lookBack(at, 'See an earlier day')
        await press(at, 'Show This Day')
      },
    ],
    ['as-of-dashboard', `/dashboard?${then}`],
    ['as-of-bills', `/payors?tab=assessment-bills&${then}`],
    ['as-of-payments', `/payors?${then}`],
    ['as-of-bill', `/payors/bills/${story.id}?${then}`],
    ['as-of-programs', `/assessments?${then}`],
    ['as-of-program', `/assessments/${program.id}?${then}`],
    ['as-of-members', `/members?${then}`],
    ['as-of-member', `/members/${member.id}?${then}`],
    ['as-of-changes', `/changes?from=${day(-60)}&${then}`],
    ['as-of-transactions', `/transactions?${then}`],
    ['as-of-only-today', `/payouts?${then}`],
    ['as-of-only-today-settings', `/settings/people?${then}`],
    ['as-of-before', '/dashboard?asOf=2001-01-01T00%3A00%3A00Z'],
    ['as-of-before-bills', '/payors?tab=assessment-bills&asOf=2001-01-01T00%3A00%3A00Z'],
    ['as-of-before-bill', `/payors/bills/${story.id}?asOf=2001-01-01T00%3A00%3A00Z`],
    ['as-of-nothing', '/dashboard?asOf=tomorrow'],
    ['journal', '/journal'],
    ['journal-one', `/journal?stream=bill-${story.id}`],
    ['journal-mails', '/journal?stream=message'],
    ['journal-network', '/journal?stream=network'],
    ['journal-empty', '/journal?type=DisputeLost'],
    ['as-of-journal', `/journal?${then}`],
    [
      'member-held-data',
      `/members/${member.id}`,
      async (at) => {
        await press(at, /^More actions/)
        await at.getByRole('menuitem', { name: 'Download their data' }).click()
      },
    ],
    ['settings-own-data', '/settings/profile'],
    ['changes', `/changes?from=${day(-60)}`],
    ['changes-none', `/changes?from=${day(-900)}&to=${day(-899)}`],
    ['changes-refused', `/changes?from=${day(-2)}&to=${day(-3)}`],
  ])
  for (const [name, address] of [
    ['dashboard', `/dashboard?${then}`],
    ['bills', `/payors?tab=assessment-bills&${then}`],
    ['payments', `/payors?${then}`],
    ['bill', `/payors/bills/${story.id}?${then}`],
    ['program', `/assessments/${program.id}?${then}`],
    ['members', `/members?${then}`],
    ['member', `/members/${member.id}?${then}`],
    ['journal', '/journal'],
  ] as const) {
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.screenshot({ path: path.join(folder, `as-of-${name}-paper.png`), fullPage: true, animations: 'disabled' })
    await page.emulateMedia({ media: 'screen' })
  }
  for (const [name, address, call, text] of [
    ['journal', '/journal', '**/api/audit/events*', 'Failed to load the journal'],
    ['changes', '/changes', '**/api/audit/diff*', 'Failed to compare the two days'],
  ] as const) {
    await failing(page, call)
    await page.goto(address)
    await expect(page.getByText(text)).toBeVisible({ timeout: 30_000 })
    await shoot(page, `${name}-failed`)
  }
  await context.close()
})

test('before, during and after a blocked event', async ({ browser, product }) => {
  const admin = await newAdmin(product.url)
  const { bills } = await billed(admin, 3)
  const { context, page } = await signedIn(browser, product.url, admin.email, PASSWORD)
  await visit(page, [['blocked-none', '/audit/unfolded']])
  await recordUnreadable(product, bills[0]?.id ?? '')
  await expect.poll(async () => (await admin.api.get<{ data: { standing: unknown[] } }>('/audit/unfolded')).data.standing.length).toBe(1)
  await visit(page, [
    ['blocked-one', '/audit/unfolded'],
    ['blocked-dashboard', '/dashboard'],
    ['blocked-bill', `/payors/bills/${bills[0]?.id}`],
    ['blocked-dialog', '/audit/unfolded', (at) => press(at, /^Quarantine/i)],
  ])
  await page.getByRole('dialog').getByLabel('Reason').fill('The amount is no number: the check was of $40.00')
  await page.getByRole('dialog').getByRole('button', { name: 'Quarantine' }).click()
  await expect(page.getByRole('heading', { name: 'No blocked events' })).toBeVisible()
  await visit(page, [
    ['blocked-repaired', '/audit/unfolded'],
    ['blocked-journal', '/journal'],
  ])
  await context.close()
})

test('the installation', async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  await visit(page, [['operations-first', '/operations']])
  await failJobs(product, [
    { task: 'mail-payors', error: 'Message failed: 550 5.1.1 <ruth@example.org> unknown' },
    { task: 'look-at-stripe', error: 'Stripe is not responding right now.', hoursAgo: 5 },
    { task: 'erase-forgotten', error: 'canceling statement due to lock timeout', hoursAgo: 9 },
  ])
  await visit(page, [
    ['operations-failed', '/operations'],
    ['operations-discard', '/operations', (at) => press(at, /^Discard, Mail payors/)],
  ])
  await page.keyboard.press('Escape')
  await press(page, 'Try All Again')
  await failing(page, '**/api/operations')
  await visit(page, [['operations-error', '/operations']])
  await never(page, '**/api/operations')
  await page.goto('/operations')
  await expect(page.getByText('Checking the installation...')).toBeVisible()
  await shootLoading(page, 'operations-loading')
  await context.close()
})

test('the accounts, the network and its people', async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  const api = new DemoClient(product.url)
  await api.signIn(demo.email, demo.password)
  const [network] = (await api.get<{ data: Network[] }>('/networks')).data
  for (const [email, role, expiresAt] of [
    ['auditor@grace.example', 'Auditor', new Date(Date.now() + 70 * 86_400_000).toISOString()],
    ['deacon@grace.example', 'Member', null],
  ])
    await api.post(`/networks/${network?.id}/people`, { email, role, expiresAt })
  await visit(page, [
    ['settings-accounts', '/settings/connected-accounts'],
    ['settings-accounts-refused', '/settings/connected-accounts?error=already-linked'],
    ['settings-security', '/settings/security'],
    ['settings-network', '/settings/network'],
    [
      'settings-network-zones',
      '/settings/network',
      async (at) => {
        await at.getByRole('combobox', { name: 'Time zone' }).click()
        await at.keyboard.type('chi')
      },
      'anew',
    ],
    ['settings-people', '/settings/people'],
    [
      'settings-people-invite',
      '/settings/people',
      async (at) => {
        await press(at, 'Invite')
        await press(at, 'Send Invitation')
      },
    ],
    [
      'settings-people-change',
      '/settings/people',
      async (at) => {
        await press(at, /^Actions, auditor/)
        await at.getByRole('menuitem', { name: 'Change access' }).click()
      },
    ],
    [
      'settings-people-remove',
      '/settings/people',
      async (at) => {
        await press(at, /^Actions, deacon/)
        await at.getByRole('menuitem', { name: 'Withdraw the invitation' }).click()
      },
    ],
    ['invitation-refused', '/accept-invitation?token=none'],
    ['settings-api-keys-none', '/settings/api-keys'],
    ['settings-api-keys-make', '/settings/api-keys', (at) => press(at, 'Make a Key')],
    ['settings-webhooks-none', '/settings/webhooks'],
    ['settings-webhooks-make', '/settings/webhooks', (at) => press(at, 'Add a Webhook')],
  ])
  await visit(page, [['settings-first-call-none', '/settings/api-keys/first-call']])
  const { secret } = await api.post<{ secret: string }>(`/networks/${network?.id}/api-keys`, { name: 'Mailing list', scope: 'read' })
  const tryIt = async (at: Page, key: string) => {
    await at.getByLabel('API key', { exact: true }).fill(key)
    await press(at, 'Try It')
    await at.getByRole('region', { name: 'The answer' }).waitFor()
  }
  await visit(page, [
    ['settings-first-call', '/settings/api-keys/first-call', (at) => tryIt(at, secret)],
    ['settings-first-call-refused', '/settings/api-keys/first-call', (at) => tryIt(at, 'vestry_none_such')],
  ])
  for (const [name, scope, endsAt] of [
    ['Accounting', 'write', null],
    ['Website of the synod', 'read', '2099-12-31'],
  ])
    await api.post(`/networks/${network?.id}/api-keys`, { name, scope, endsAt })
  await visit(page, [
    ['settings-api-keys', '/settings/api-keys'],
    [
      'settings-api-keys-end',
      '/settings/api-keys',
      async (at) => {
        await press(at, 'Actions, Accounting')
        await at.getByRole('menuitem', { name: 'End' }).click()
      },
    ],
    [
      'settings-api-keys-replaced',
      '/settings/api-keys',
      async (at) => {
        await press(at, 'Actions, Accounting')
        await at.getByRole('menuitem', { name: 'Replace' }).click()
        await press(at, 'Replace Key')
        await expect(at.getByLabel('API key', { exact: true })).toBeVisible()
      },
    ],
  ])
  const receiver = await startReceiver()
  const hooks = `/networks/${network?.id}/webhooks`
  const kinds = ['bill.paid', 'payment.recorded', 'payment.refunded']
  const { id: taken } = await api.post<{ id: string }>(hooks, { name: 'Accounting', url: receiver.url, happenings: kinds })
  const { id: closed } = await api.post<{ id: string }>(hooks, { name: 'Website of the synod', url: 'https://synod.invalid/hook', happenings: kinds })
  for (const id of [taken, closed]) await api.post(`${hooks}/${id}/test`, {})
  await expect.poll(async () => (await api.get<{ data: { failingSince: string | null }[] }>(hooks)).data.some((one) => one.failingSince)).toBe(true)
  await visit(page, [
    ['settings-webhooks', '/settings/webhooks'],
    [
      'settings-webhooks-remove',
      '/settings/webhooks',
      async (at) => {
        await press(at, 'Actions, Accounting')
        await at.getByRole('menuitem', { name: 'Remove' }).click()
      },
    ],
    [
      'settings-webhooks-secret',
      '/settings/webhooks',
      async (at) => {
        await press(at, 'Actions, Accounting')
        await at.getByRole('menuitem', { name: 'Replace the secret' }).click()
        await press(at, 'Replace Secret')
        await expect(at.getByLabel('Webhook secret', { exact: true })).toBeVisible()
      },
    ],
    ['webhook', `/settings/webhooks/${taken}`],
    ['webhook-failing', `/settings/webhooks/${closed}`],
    ['webhook-nothing-failed', `/settings/webhooks/${taken}?show=failed`],
    ['webhook-delivery', `/settings/webhooks/${taken}`, (at) => press(at, /^A test$/)],
    ['webhook-replay', `/settings/webhooks/${closed}`, (at) => press(at, 'Send Failed Again')],
  ])
  for (const [name, address, call, text] of [
    ['settings-network', '/settings/network', '**/api/networks/*', 'Failed to load the network'],
    ['settings-people', '/settings/people', '**/api/networks/*/people', 'Failed to load people'],
    ['settings-api-keys', '/settings/api-keys', '**/api/networks/*/api-keys', 'Failed to load API keys'],
    ['settings-webhooks', '/settings/webhooks', '**/api/networks/*/webhooks', 'Failed to load webhooks'],
    ['webhook', `/settings/webhooks/${taken}`, '**/api/networks/*/webhooks/*/deliveries*', 'Failed to load deliveries'],
    ['settings-accounts', '/settings/connected-accounts', '**/api/oauth/accounts', 'Failed to load connected accounts'],
  ] as const) {
    await failing(page, call)
    await page.goto(address)
    await expect(page.getByText(text)).toBeVisible({ timeout: 30_000 })
    await shoot(page, `${name}-failed`)
    await page.unroute(call)
    await never(page, call)
    await page.goto(address)
    await expect(page.getByText(/^Loading (network|people|API keys|webhooks|deliveries|connected)/).first()).toBeVisible()
    await shootLoading(page, `${name}-loading`)
    await page.unroute(call)
  }
  await receiver.stop()
  await context.close()
  const social = await browser.newContext({ baseURL: product.url, locale: 'en-US' })
  const gloria = await social.newPage()
  await gloria.goto('/login?redirectTo=/settings/connected-accounts')
  await gloria.getByRole('link', { name: 'Sign in with Google' }).click()
  await gloria.getByLabel('Email', { exact: true }).fill(newEmail('gloria'))
  await press(gloria, 'Continue')
  await expect(gloria.getByText('It is your only way to sign in.')).toBeVisible()
  await visit(gloria, [
    ['settings-accounts-only', '/settings/connected-accounts'],
    ['settings-profile-social', '/settings/profile'],
    ['dashboard-invited', '/dashboard'],
  ])
  await social.close()
})

test("another tab's network, and the refusals of a Member", async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  const { data: networks } = (await (await page.request.get('/api/networks')).json()) as { data: Network[] }
  await page.goto('/dashboard')
  await page.waitForLoadState('networkidle')
  await page.request.post('/api/auth/network', { data: { networkId: networks[1]?.id } })
  await page.getByRole('link', { name: 'Assessment Programs' }).first().click()
  await expect(page.getByRole('button', { name: /^Back to/ })).toBeVisible()
  await shoot(page, 'other-network')
  await page.request.post('/api/auth/network', { data: { networkId: networks[0]?.id } })
  await context.close()

  const host = await newAdmin(product.url)
  const guest = { api: new DemoClient(product.url), email: newEmail('member') }
  await guest.api.join({ email: guest.email, firstName: 'Miriam', lastName: 'Member' }, PASSWORD)
  await grantAccess(host, guest, 'Member')
  const member = await signedIn(browser, product.url, guest.email, PASSWORD)
  await visit(member.page, [
    ['programs-not-allowed', '/assessments'],
    ['program-create-not-allowed', '/assessments/new'],
    ['bills-not-allowed', '/payors?tab=assessment-bills'],
    ['settings-payments-not-allowed', '/settings/payments'],
  ])
  await member.context.close()
})

test('the sidebar on a phone', async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  for (const colorScheme of schemes) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/dashboard')
    await press(page, 'Open menu')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.screenshot({ path: path.join(folder, `sidebar-390-${colorScheme}.png`), animations: 'disabled' })
  }
  await context.close()
})

test('loading and failing', async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  for (const [name, address, call, text] of [
    ['dashboard', '/dashboard', '**/api/dashboard/summary*', 'Failed to load dashboard'],
    ['programs', '/assessments', '**/api/assessments?*', 'Failed to load assessment programs'],
    ['members', '/members', '**/api/members?*', 'Failed to load members'],
    ['payments', '/payors', '**/api/payments?*', 'Failed to load payments'],
    ['bills', '/payors?tab=assessment-bills', '**/api/assessment-bills?*', 'Error loading assessment bills'],
    ['settings-payments', '/settings/payments', '**/api/payment-profiles', 'Error loading payment profiles'],
  ] as const) {
    await failing(page, call)
    await page.goto(address)
    await expect(page.getByText(text)).toBeVisible({ timeout: 30_000 })
    await shoot(page, `${name}-failed`)
    await page.unroute(call)
    await never(page, call)
    await page.goto(address)
    await expect(page.getByText(/^Loading/).first()).toBeVisible()
    await shootLoading(page, `${name}-loading`)
    await page.unroute(call)
  }
  await context.close()
})

/** Without waiting for network idle, which never comes while a request is held. */
const shootLoading = async (page: Page, name: string): Promise<void> => {
  for (const width of widths)
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`), animations: 'disabled' })
    }
}

test('an empty network, and none', async ({ browser, product }) => {
  const email = newEmail('newcomer')
  await new DemoClient(product.url).join({ email, firstName: 'Nadia', lastName: 'Newcomer' }, PASSWORD)
  const nobody = await signedIn(browser, product.url, email, PASSWORD)
  await visit(nobody.page, [['dashboard-no-network', '/dashboard']])
  await nobody.context.close()

  const admin = await newAdmin(product.url)
  const { context, page } = await signedIn(browser, product.url, admin.email, PASSWORD)
  await visit(page, [
    ['dashboard-empty', '/dashboard'],
    ['programs-empty', '/assessments'],
    ['payments-empty', '/payors'],
    ['bills-empty', '/payors?tab=assessment-bills'],
    ['settings-payments-empty', '/settings/payments'],
    [
      'program-created',
      '/assessments/new',
      async (at) => {
        await at.getByLabel('Network').selectOption('Synod of the Plains')
        await at.getByLabel('Name', { exact: true }).fill('Annual dues')
        await at.getByLabel('Default Amount').fill('120')
        await at.getByLabel('Due Date').fill(day(40))
        await press(at, 'Create Assessment')
        await expect(at.getByText('Assessment Created Successfully!')).toBeVisible()
      },
    ],
    ['programs-attach-empty', '/assessments', (at) => press(at, 'Payment Profile, Annual dues')],
  ])
  const profile = await admin.api.post<{ id: string }>('/payment-profiles', {
    name: 'General account',
    methods: { Zelle: { isEnabled: true, zelleContact: 'treasurer@example.org' } },
  })
  const [program] = (await admin.api.get<{ data: Program[] }>('/assessments')).data
  await admin.api.put(`/assessment-programs/${program?.id}/payment-profile`, { paymentProfileId: profile.id })
  await visit(page, [
    ['program-empty', `/assessments/${program?.id}`],
    [
      'upload-preview',
      '/assessments',
      async (at) => {
        await press(at, 'Upload Members, Annual dues')
        await at.locator('input[type=file]').setInputFiles(membersMessy)
        await press(at, 'Check')
        await expect(at.getByRole('table', { name: 'Rows of the file' })).toBeVisible()
      },
    ],
    [
      'upload-results',
      '/assessments',
      async (at) => {
        await press(at, 'Upload Members, Annual dues')
        await at.locator('input[type=file]').setInputFiles(membersMessy)
        await press(at, 'Upload')
        await expect(at.getByText('Bills generated')).toBeVisible()
      },
    ],
    [
      'upload-failed',
      '/assessments',
      async (at) => {
        await at.route('**/api/uploads', (route) => route.abort())
        await press(at, 'Upload Members, Annual dues')
        await at.locator('input[type=file]').setInputFiles(membersMessy)
        await press(at, 'Upload')
        await expect(at.getByText('Upload failed. Please try again.')).toBeVisible()
        await at.unroute('**/api/uploads')
      },
    ],
    [
      'upload-refused',
      '/assessments',
      async (at) => {
        await press(at, 'Upload Members, Annual dues')
        await at.locator('input[type=file]').setInputFiles({ name: 'members.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
      },
    ],
  ])
  await billed(admin, 5, { name: 'Pledges', type: 'Custom' })
  await visit(page, [['bills-amount', '/payors?tab=assessment-bills&status=Unpaid', (at) => press(at, /^Edit amount/), 'anew']])
  await context.close()
})

test('the pay page', async ({ page, product, browser }) => {
  const api = new DemoClient(product.url)
  await api.signIn(demo.email, demo.password)
  const billOf = async (status: string) => (await api.get<{ data: Bill[] }>(`/assessment-bills?status=${status}`)).data[0]?.id ?? ''
  const unpaid = await billOf('Unpaid')
  await visit(page, [
    ['pay', `/pay/${unpaid}`],
    ['pay-guest', `/pay/${unpaid}?as=guest`],
    ...['wire', 'zelle', 'venmo', 'paypal', 'check'].map((method): Screen => [`pay-${method}`, `/pay/${unpaid}?as=guest&method=${method}`]),
    ['pay-spanish', `/pay/${unpaid}?as=guest&lang=es`],
    ['pay-overdue', `/pay/${await billOf('Overdue')}`],
    ['pay-partial', `/pay/${await billOf('Partial')}?as=guest`],
    ['pay-pending', `/pay/${await billOf('PendingConfirmation')}`],
    ['pay-paid', `/pay/${await billOf('Paid')}`],
    ['pay-archived', `/pay/${await billOf('Archived')}`],
    ['pay-not-found', '/pay/AAAAAAAAAAAAAAAAAAAAAA'],
    [
      'pay-sent',
      `/pay/${unpaid}?as=guest&method=check`,
      async (at) => {
        await at.getByLabel('I have sent this payment').check()
        await press(at, 'Mark as sent')
        await expect(at.getByText(/^Thanks!/).first()).toBeVisible()
      },
    ],
  ])
  const payor = await signedIn(browser, product.url, 'rebekah.cook0@example.org', demo.password)
  await payor.page.goto('/dashboard')
  await expect(payor.page.getByRole('heading', { level: 1 })).toBeVisible()
  await shoot(payor.page, 'dashboard-payor')
  await visit(payor.page, [
    ['my-assessments', '/my-assessments'],
    ['my-payments', '/my-payments'],
    ['my-payment-methods', '/my-payment-methods'],
    ['programs-without-network', '/assessments'],
  ])
  const { data } = (await (await payor.page.request.get('/api/my/listAssessmentBills')).json()) as { data: Bill[] }
  const mine = data.find(({ status }) => status === 'Unpaid') ?? data[0]
  await visit(payor.page, [
    ['pay-signed-in', `/pay/${mine?.id}`],
    ['pay-my-assessments', `/pay/${mine?.id}`, (at) => at.getByRole('tab', { name: 'View My Assessments' }).click()],
    ['pay-my-paid', `/pay/${mine?.id}`, (at) => at.getByRole('tab', { name: 'My Paid Assessments' }).click()],
  ])
  await payor.context.close()
})

test('receipts, and bills with payments', async ({ browser, product }) => {
  const admin = await newAdmin(product.url)
  const { context, page } = await signedIn(browser, product.url, admin.email, PASSWORD)
  const { bills } = await billed(admin, 3, { name: 'Annual dues 2026', dueDate: day(20) })
  const [partly, paid, archived] = bills
  const receive = (bill: Bill | undefined, amount: number, more: object = {}) =>
    admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount, method: 'check', reference: 'No. 1042', ...more })
  await receive(partly, 50, { receivedOn: day(-9) })
  await receive(partly, 20, { method: 'zelle', reference: null })
  await receive(partly, 10, { method: 'cash', reference: 'Handed over on Sunday, in an envelope with the name of the whole family on it' })
  await receive(paid, 123.45)
  await receive(archived, 30)
  const { data: payments } = await admin.api.get<{ data: Payment[] }>('/payments?order=asc')
  await admin.api.post(`/assessment-bills/${partly?.id}/reversals`, { paymentId: payments[1]?.id, reason: 'It bounced' })
  await admin.api.put(`/assessment-bills/${archived?.id}/archive`, {})
  const receipt = (n: number) => `/pay/${payments[n]?.billId}/receipts/${payments[n]?.id}`
  const guest = await browser.newContext({ baseURL: product.url, locale: 'en-US' })
  await visit(await guest.newPage(), [
    ['pay-paid-receipt', `/pay/${paid?.id}`],
    ['pay-partial-receipts', `/pay/${partly?.id}`],
    ['pay-partial-receipts-spanish', `/pay/${partly?.id}?lang=es`],
    ['receipt', receipt(3)],
    ['receipt-partial', receipt(2)],
    ['receipt-spanish', `${receipt(0)}?lang=es`],
    ['receipt-taken-back', receipt(1)],
    ['receipt-archived', receipt(4)],
    ['receipt-not-found', `${receipt(4)}x`],
  ])
  const paper = await guest.newPage()
  await paper.goto(receipt(0))
  await paper.emulateMedia({ media: 'print' })
  await paper.setViewportSize({ width: 768, height: 900 })
  await paper.screenshot({ path: path.join(folder, 'receipt-printed.png'), fullPage: true })
  await guest.close()
  await visit(page, [
    ['payments-receipts', '/payors'],
    ['bill-receipts', `/payors/bills/${partly?.id}`],
  ])
  // On smaller screens the rows contain only the link.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/payors')
  await press(page, /^Actions/)
  await shoot(page, 'payments-menu', [1440])
  await context.close()
})

test('the mails', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  for (const [name, letter] of Object.entries(allMails())) {
    const { html, text, subject } = renderLetter(letter)
    for (const width of [390, 700]) {
      await page.setViewportSize({ width, height: 800 })
      await page.setContent(html)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: path.join(folder, `mail-${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
    }
    await page.setContent('<pre style="white-space: pre-wrap; font: 14px/20px monospace"></pre>')
    await page.locator('pre').evaluate((pre, said) => pre.append(said), `${subject}\n\n${text}`)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.screenshot({ path: path.join(folder, `mail-${name}-text.png`), fullPage: true })
  }
  await context.close()
})

test("a payor's minute", async ({ browser, product }) => {
  const admin = await newAdmin(product.url)
  await admin.api.put(`/networks/${admin.network.id}`, { contactPhone: '(701) 555-0143' })
  const long = { accountName: 'Evangelical Presbytery of the Upper Great Plains', accountNumber: '00098765432109876' }
  const profile = await newProfile(admin, 'All of them', { Credit: { isEnabled: true }, Wire: { isEnabled: true, ...manual.Wire, ...long } })
  await takesCards(admin, profile)
  const bare = await newCardProfile(admin, 'Cards to come')
  const email = newEmail('bart')
  const owed = async (name: string, by: PaymentProfile) => {
    const program = await newProgram(admin, { name, amount: 12_345.67 })
    await attach(admin, program, by)
    await admin.api.upload(program.id, `firstName,lastName,email\nBartholomew,Featherstonehaugh-Castellanos,${email}`)
    const [bill] = await billsOf(admin.api, program)
    if (!bill) throw new Error('No bill was made')
    return { program, path: `/pay/${bill.id}`, id: bill.id }
  }
  const { path, id } = await owed('2026 Annual Ministry Dues and Missions', profile)
  const unusable = await owed('Building fund', bare)
  const closed = await owed('Summer camp', profile)
  const pending = await owed('Youth retreat', profile)
  await admin.api.post(`/assessment-bills/${closed.id}/receipts`, { amount: 2345.67, method: 'check' })
  await admin.api.put(`/assessment-programs/${closed.program.id}/status`, { status: 'Completed' })
  await admin.api.post(`/assessments/${pending.id}/mark-as-paid`, { paymentMethod: 'wire' })
  await admin.api.join({ email, firstName: 'Bartholomew', lastName: 'Featherstonehaugh' }, PASSWORD)

  const sizes = [320, ...widths]
  const methods = ['credit', 'ach', 'wire', 'zelle', 'paypal', 'venmo', 'cashapp', 'check']
  const draw = async (page: Page, name: string, address: string, arrange?: (at: Page) => Promise<unknown>) => {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await arrange?.(page)
    await shoot(page, `minute-${name}`, sizes)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await shoot(page, `minute-${name}-200`, sizes)
  }
  const guest = await browser.newPage({ baseURL: product.url, locale: 'en-US' })
  for (const lang of ['en', 'es'])
    for (const method of methods) await draw(guest, `${method}-${lang}`, `${path}?as=guest&method=${method}&lang=${lang}`)
  await draw(guest, 'choice', path)
  await draw(guest, 'unusable', unusable.path)
  await draw(guest, 'ticked', `${path}?as=guest&method=zelle`, (at) => at.getByLabel('I have sent this payment').check())
  await guest.setViewportSize({ width: 375, height: 553 })
  await guest.goto(path)
  await guest.getByRole('link', { name: 'Pay as Guest' }).click()
  await expect(guest.locator('#how-to-pay')).toBeInViewport()
  await guest.screenshot({ path: `${folder}/minute-pressed-375.png` })
  const payor = await signedIn(browser, product.url, email, PASSWORD)
  await draw(payor.page, 'signed-in', `/pay/${id}?method=wire`)
  await draw(payor.page, 'list', `/pay/${id}`, (at) => at.getByRole('tab', { name: 'View My Assessments' }).click())
  await payor.context.close()
  await guest.close()
})

test('the pay pages on other sites', async ({ browser, product }) => {
  const { context, page } = await signedIn(browser, product.url, demo.email, demo.password)
  const { data: networks } = (await (await page.request.get('/api/networks')).json()) as { data: Network[] }
  const id = networks[0]?.id
  await page.request.get(`/embed/find/${id}`, { headers: { referer: 'https://www.prairie-grace.example/give' } })
  await visit(page, [
    [
      'settings-embed',
      '/settings/embed',
      (at) => expect(at.locator('iframe').first().contentFrame().getByRole('heading', { name: 'Find my bill' })).toBeVisible(),
    ],
    [
      'settings-embed-colors',
      '/settings/embed',
      async (at) => {
        await at.getByLabel('Custom button color').check()
        await at.getByLabel('Buttons', { exact: true }).fill('#ffdd00')
        await at.getByLabel('Custom background').check()
        await at.getByRole('tab', { name: 'Wix' }).click()
      },
    ],
    ['find', `/find/${id}`],
    [
      'find-wrong',
      `/find/${id}`,
      async (at) => {
        await at
          .locator('form')
          .first()
          .evaluate((form: HTMLFormElement) => Object.assign(form, { noValidate: true }))
        await press(at, 'E-mail me a link')
      },
    ],
    [
      'find-asked',
      `/find/${id}`,
      async (at) => {
        await at.getByLabel('E-mail address').fill('nobody@example.org')
        await press(at, 'E-mail me a link')
      },
    ],
    ['find-over', `/find/${id}/used-up`],
    ['find-unknown', '/find/no-such-network'],
  ])
  const { data: bills } = (await (await page.request.get('/api/assessment-bills?status=Unpaid&pageSize=1')).json()) as { data: Bill[] }
  const site = await startChurchSite(product.url)
  try {
    const church = await context.newPage()
    await page.request.put(`/api/networks/${id}`, { data: { embedOrigins: [site.origin] } })
    const tag = `<script async src="${product.url}/v1.js"></script><vestry-pay bill="${bills[0]?.id}"></vestry-pay>`
    const look =
      'body { margin: 0 auto; max-width: 44rem; padding: 1rem; font: 1.1rem/1.6 Georgia, serif } @media (prefers-color-scheme: dark) { body { background: #15130f; color: #eee } }'
    site.show(`<h1>Grace Church</h1><p>Thank you for what you give.</p>${tag}<p>Sundays at ten.</p>`, `<style>${look}</style>`, { styles: true })
    await visit(church, [
      ['framed-bill', site.url, (at) => form(at.locator('iframe').contentFrame()).getByLabel('Card number').waitFor(), 'anew'],
      [
        'framed-wire',
        site.url,
        async (at) => {
          const frame = at.locator('iframe').contentFrame()
          await frame.getByRole('tab', { name: 'Wire' }).click()
          await frame.getByText('Account number').first().waitFor()
        },
        'anew',
      ],
    ])
  } finally {
    await site.stop()
  }
  await context.close()
})

test("Stripe's accounts, and the money that comes through them", async ({ browser, product }) => {
  const admin = await newAdmin(product.url)
  const { context, page } = await signedIn(browser, product.url, admin.email, PASSWORD)
  const carded = await payable(admin)
  const debited = await payable(admin)
  const waiting = await withAccount(admin, undefined, 'Building fund')
  const bare = await newCardProfile(admin, 'Youth & Camps')
  const [connected] = (await admin.api.get<{ data: { id: string }[] }>('/payment-profiles')).data
  const showsLink = async (at: Page) => expect(at.getByRole('link', { name: 'Go to Payment Settings' })).toBeVisible()
  await visit(page, [
    ['settings-payments-stripe', '/settings/payments'],
    ['settings-profile-connect', '/settings/payments', (at) => press(at, 'Edit, Youth & Camps')],
    [
      'settings-profile-prompt',
      '/settings/payments',
      async (at) => {
        await press(at, 'Create Profile')
        await at.getByLabel('Profile Name').fill('Missions')
        await at.getByLabel('Credit Card').check()
        await at.getByRole('dialog').getByRole('button', { name: 'Create Profile' }).click()
        await expect(at.getByRole('button', { name: 'Skip for now' })).toBeVisible()
      },
    ],
    ['stripe-return-connected', `/stripe/return?paymentProfileId=${connected?.id}`, showsLink],
    ['stripe-return-pending', `/stripe/return?paymentProfileId=${waiting.id}`, showsLink],
    ['stripe-return-issue', `/stripe/return?paymentProfileId=${bare.id}`, showsLink],
    ['stripe-reauth', `/stripe/reauth?paymentProfileId=${waiting.id}`],
  ])
  const cardBill = `/payors/bills/${carded.bill.id}`
  await debited.pay({ accountNumber: '000123456789' }, 'ach')
  const intent = await carded.pay({ card: '4242424242424242' })
  await visit(page, [
    ['bill-debit', `/payors/bills/${debited.bill.id}`],
    ['bill-card', cardBill],
    ['bill-refund', cardBill, (at) => press(at, /^Refund,/)],
  ])
  await admin.api.post(`/sandbox/stripe/intents/${intent}/dispute`, {})
  await visit(page, [['bill-disputed', cardBill, (at) => expect(at.getByText('Disputed', { exact: true })).toBeVisible()]])
  await context.close()

  const gloria = await signedIn(browser, product.url, demo.email, demo.password)
  const { data } = (await (await gloria.page.request.get('/api/payouts')).json()) as { data: { id: string }[] }
  await visit(gloria.page, [
    ['payouts', '/payouts'],
    ['payout', `/payouts/${data[0]?.id}`],
    ['stripe-events', '/payouts/events'],
    ['settings-payments-demo', '/settings/payments'],
  ])
  await gloria.context.close()
})
