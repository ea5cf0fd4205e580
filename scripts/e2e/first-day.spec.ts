import type { Locator, Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { expectAccessible } from './axe.ts'
import { mailedLink } from './mail.ts'
import { attach, billed, day, newProfile, newProgram, people } from './network.ts'
import { expect, newEmail, PASSWORD, test } from './test.ts'

const MOST_PRESSES = 40

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const next = (page: Page) => steps(page).locator('[aria-current=step]')
const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a treasurer gets from an empty product to the first confirmed payment with only the screens' guidance, at ${width}`, async ({
    page,
    browser,
    product,
  }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height })
    const api = new DemoClient(product.url)
    const email = newEmail('treasurer')
    const payor = newEmail('payor')
    let presses = 0
    /** Counts clicks on the page. Opened links and chosen files are counted by hand. */
    const press = async (what: Locator) => {
      presses += 1
      await what.click()
    }

    await page.goto('/')
    await press(page.getByRole('link', { name: 'Sign up' }))
    await page.getByLabel('First name').fill('Naomi')
    await page.getByLabel('Last name').fill('Okafor')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await press(button(page, 'Sign Up'))
    await expect(page.getByText('Please check your email to continue')).toBeVisible()
    presses += 1
    await page.goto(await mailedLink(api, email, '/confirm-email'))
    await press(page.getByRole('link', { name: 'Go to Login' }))
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await press(button(page, 'Sign In'))
    await press(button(page, 'Create Network'))
    await page.getByLabel('Network name').fill('Hillside Community Church')
    await press(button(page, 'Create Network'))

    await expect(next(page)).toContainText('Set up a payment profile')
    await expect(steps(page)).toContainText('0 of 6 done')
    await expectAccessible(page, 'the first steps')
    await press(next(page).getByRole('link'))
    await press(button(page, 'Create Profile'))
    const profile = page.getByRole('dialog', { name: 'Create Payment Profile' })
    await profile.getByLabel('Profile Name').fill('General account')
    await press(profile.getByLabel('Zelle', { exact: true }))
    await profile.getByLabel('Zelle Email or Phone Number').fill('treasurer@hillside.example')
    await press(button(profile, 'Create Profile'))

    await expect(page).toHaveURL('/dashboard')
    await expect(steps(page)).toContainText('1 of 6 done')
    await expect(next(page)).toContainText('Create an assessment program')
    await press(next(page).getByRole('link'))
    await page.getByLabel('Network').selectOption('Hillside Community Church')
    await page.getByLabel('Name', { exact: true }).fill('Annual dues')
    await page.getByLabel('Default Amount').fill('120')
    await page.getByLabel('Due Date').fill(day(30))
    await press(button(page, 'Create Assessment'))
    await press(page.getByRole('link', { name: 'Attach a Payment Profile' }))
    await press(button(page, 'Select, General account'))
    await press(button(page, 'Attach Profile'))
    await expect(page.getByText('Next: upload the members.')).toBeVisible()

    if (width === 390) await press(button(page, 'More actions, Annual dues'))
    await press(width === 390 ? page.getByRole('menuitem', { name: 'Upload Members' }) : button(page, 'Upload Members'))
    const upload = page.getByRole('dialog', { name: 'Upload Members' })
    presses += 1
    await upload
      .locator('input[type=file]')
      .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(`firstName,lastName,email\nRuth,Amos,${payor}`) })
    await press(button(upload, 'Upload'))
    await press(button(upload, 'Go to the Campaign'))
    const campaign = page.getByRole('dialog', { name: 'Campaign Management' })
    await press(button(campaign, 'Preview Mail'))
    await press(button(page.getByRole('dialog').last(), 'Close').last())
    await press(button(campaign, 'Launch Campaign'))
    await press(button(page.getByRole('dialog', { name: 'Launch Campaign' }), 'Launch Campaign'))
    await expect(campaign.getByText('Active', { exact: true })).toBeVisible()

    const guests = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const guest = await guests.newPage()
    const link = async () => {
      const { data } = await api.get<{ data: { text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(payor)}`)
      return data.map(({ text }) => /https?:\/\/\S+\/pay\/[\w-]+/.exec(text)?.[0]).find(Boolean) ?? ''
    }
    await expect.poll(link).not.toBe('')
    presses += 1
    await guest.goto(await link())
    await press(guest.getByRole('link', { name: 'Pay as Guest' }))
    await press(guest.getByLabel('I have sent this payment'))
    await press(button(guest, 'Mark as sent'))
    await expect(guest.getByText("Thanks! We've recorded your payment as sent.").first()).toBeVisible()
    await guests.close()

    await press(button(campaign, 'Close').last())
    if (width === 390) await press(button(page, 'Open menu'))
    await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }))
    await expect(steps(page)).toHaveCount(0)
    await press(page.getByRole('link', { name: '1 payment to confirm' }))
    await press(page.getByRole('checkbox', { name: 'Ruth Amos, Annual dues, $120.00' }))
    await press(button(page, 'Confirm 1'))
    await press(button(page.getByRole('dialog', { name: 'Confirm Payments' }), 'Confirm'))
    await expect(page.getByText('1 payment confirmed, $120.00')).toBeVisible()
    await api.signIn(email, PASSWORD)
    expect(await api.get('/dashboard/summary')).toMatchObject({ totalAssessed: 120, totalCollected: 120, totalOutstanding: 0 })
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
  })

test('hides and restores the first steps, which say what each one waits for', async ({ page, admin }) => {
  await page.goto('/dashboard')
  await expect(next(page)).toContainText('Set up a payment profile')
  await expect(steps(page).getByRole('listitem')).toHaveText([
    /^Set up a payment profile/,
    /Waits for the payment profile\.$/,
    /Waits for the program\.$/,
    /Waits for the attached profile\.$/,
    /Waits for members\.$/,
    /Waits for everything above\.$/,
  ])
  await button(steps(page), 'Hide').click()
  await expect(steps(page)).toHaveCount(0)
  await page.reload()
  await button(page, 'Show the first steps').click()
  await expect(steps(page)).toBeVisible()

  // Steps that were done on other pages count, too. If there is a program but no profile, the profile is the next step.
  const program = await newProgram(admin)
  await page.reload()
  await expect(steps(page)).toContainText('1 of 6 done')
  await expect(next(page)).toContainText('Set up a payment profile')
  await attach(admin, program, await newProfile(admin))
  await page.reload()
  await expect(next(page)).toContainText('Upload your members')
  await admin.api.upload(program.id, people(2))
  await page.reload()
  await expect(next(page)).toContainText('Check the mail')
  await next(page).getByRole('link').click()
  await expect(page.getByRole('dialog', { name: 'Campaign Management' })).toBeVisible()
  await button(page, 'Preview Mail').click()
  await page.goto('/dashboard')
  await expect(next(page)).toContainText('Launch the campaign')
  await admin.api.put(`/assessment-programs/${program.id}/campaign/status`, { status: 'Active' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Total Assessed' }).or(page.getByText('Total Assessed'))).toBeVisible()
  await expect(steps(page)).toHaveCount(0)
  await expect(button(page, 'Show the first steps')).toHaveCount(0)
})

test('a new profile leads back to the program that needs it', async ({ page, admin }) => {
  const program = await newProgram(admin)
  await page.goto(`/assessments/${program.id}`)
  await expect(page.getByText('Next: attach a payment profile')).toBeVisible()
  await button(page, 'Attach Payment Profile').click()
  await page.getByRole('link', { name: 'Set Up a Payment Profile' }).click()
  await expect(page).toHaveURL('/settings/payments')
  await button(page, 'Create Profile').click()
  const profile = page.getByRole('dialog', { name: 'Create Payment Profile' })
  await profile.getByLabel('Profile Name').fill('General account')
  await profile.getByLabel('Venmo', { exact: true }).check()
  await profile.getByLabel('Venmo Handle').fill('@hillside')
  await button(profile, 'Create Profile').click()
  await expect(page.getByRole('dialog', { name: 'Attach Payment Profile' })).toBeVisible()
  await button(page, 'Select, General account').click()
  await button(page, 'Attach Profile').click()
  await expect(page).toHaveURL(`/assessments/${program.id}`)
  await expect(page.getByText('Next: upload the members.')).toBeVisible()
})

test('a network with a running campaign has no first steps', async ({ page, admin }) => {
  const { program } = await billed(admin, 1)
  await admin.api.put(`/assessment-programs/${program.id}/campaign/status`, { status: 'Active' })
  await page.goto('/dashboard')
  await expect(page.getByText('Total Assessed')).toBeVisible()
  await expect(page.getByText('First steps')).toHaveCount(0)
})
