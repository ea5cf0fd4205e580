import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { startChurchSite } from './church-site.ts'
import { billsFor, frameOf, tagFor } from './embedded.ts'
import { attach, billed, billsOf, manual, newProfile, newProgram } from './network.ts'
import { expectReadable } from './reading-order.ts'
import { newCardProfile, takesCards } from './stripe.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const LONG = '00098765432109876'

const everyWay = async (url: string) => {
  const admin = await newAdmin(url)
  const profile = await newProfile(admin, 'Every way', {
    Credit: { isEnabled: true },
    Wire: { isEnabled: true, ...manual.Wire, accountName: 'Evangelical Presbytery of the Upper Great Plains', accountNumber: LONG },
  })
  await takesCards(admin, profile)
  const program = await newProgram(admin, { name: '2026 Annual Ministry Dues and Missions', amount: 12_345.67 })
  await attach(admin, program, profile)
  const email = newEmail('bart')
  await admin.api.upload(program.id, `firstName,lastName,email\nBartholomew,Featherstonehaugh-Castellanos,${email}`)
  const [bill] = await billsOf(admin.api, program)
  if (!bill) throw new Error('No bill was made')
  const join = () => new DemoClient(url).join({ email, firstName: 'Bartholomew', lastName: 'Castellanos' }, PASSWORD)
  return { admin, program, bill, email, join, path: `/pay/${bill.id}` }
}

const methodTabs = (page: Page) => page.getByRole('tablist', { name: 'How to pay' })
const chosenTab = (page: Page) => methodTabs(page).getByRole('tab', { selected: true })
/** Opens a page and waits until it is hydrated: until then its links and forms work as plain HTML. */
const opened = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('button', { name: 'Print this bill' }).waitFor()
}
/** Records the calls that scroll an element into view, in order. */
const rides = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    const { scrollIntoView } = Element.prototype
    Element.prototype.scrollIntoView = function (how) {
      asked.push(typeof how === 'object' ? (how.behavior ?? '') : '')
      scrollIntoView.call(this, how)
    }
  })
  return () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 375, height: 553 },
])
  test.describe(`in a window of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    test("'Pay as Guest' by keyboard scrolls to the methods, and a method to its details", async ({ page, product }) => {
      const asked = await rides(page)
      const { bills } = await billed(await newAdmin(product.url), 1)
      await opened(page, `/pay/${bills[0]?.id}`)
      await page.getByRole('link', { name: 'Pay as Guest' }).click()
      await expect(chosenTab(page)).toBeFocused()
      await expect(methodTabs(page)).toBeInViewport({ ratio: 1 })
      expect(await asked()).toEqual(['smooth'])
      // Pressing it again scrolls again.
      await page.evaluate(() => scrollTo(0, 0))
      await page.getByRole('link', { name: 'Pay as Guest' }).click()
      await expect(methodTabs(page)).toBeInViewport({ ratio: 1 })
      await page.getByRole('tab', { name: 'Check', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Send a check for' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('tab', { name: 'Check', exact: true })).toBeInViewport()
    })

    test('returning from the sign-in scrolls too, without animation under reduced motion', async ({ page, product }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const asked = await rides(page)
      const { email, join, path } = await everyWay(product.url)
      await join()
      await opened(page, path)
      await page.getByRole('link', { name: 'Sign In & Pay' }).click()
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(chosenTab(page)).toBeFocused()
      await expect(methodTabs(page)).toBeInViewport({ ratio: 1 })
      expect(await asked()).toEqual(['auto'])
      // On any other visit the page stays at the top, where the bill is.
      await page.reload()
      await expect(page.getByText('You are signed in as')).toBeAttached()
      expect(await asked()).toEqual([])
    })
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 553 } })

  test("'Pay as Guest' leads to the methods", async ({ page, product }) => {
    const { bills } = await billed(await newAdmin(product.url), 1)
    await page.goto(`/pay/${bills[0]?.id}`)
    await page.getByRole('link', { name: 'Pay as Guest' }).click()
    await expect(page.getByRole('link', { name: 'Zelle' })).toBeInViewport()
    await expect(page.getByText("From your bank's app")).toBeInViewport()
  })
})

test('a pay page in a frame does not scroll its site', async ({ page, product }) => {
  const site = await startChurchSite(product.url)
  try {
    const { bills } = await billsFor(product.url, 1, [site.origin])
    site.show(`<h1>Grace Church</h1>${tagFor(product.url, bills[0])}<p style="height: 3000px">Sundays at ten.</p>`, '', { styles: true })
    await page.setViewportSize({ width: 600, height: 553 })
    await page.goto(site.url)
    const frame = frameOf(page)
    const guest = frame.getByRole('link', { name: 'Pay as Guest' })
    // Before hydration the link would navigate to another page.
    await frame.getByRole('button', { name: 'Print this bill' }).waitFor()
    // Playwright's own clicks would scroll to their target.
    const click = (of: HTMLElement) => of.click()
    await page.evaluate(() => scrollTo(0, 150))
    await guest.evaluate(click)
    await expect(frame.getByRole('tab', { selected: true })).toBeFocused()
    await frame.getByRole('tab', { name: 'Zelle' }).evaluate(click)
    await expect(frame.getByRole('heading', { name: /with Zelle$/ })).toBeAttached()
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => scrollY)).toBe(150)
    // In a frame on another site, the claim's token is kept only in memory, never in storage.
    await frame.getByLabel('I have sent this payment').check()
    await frame.getByRole('button', { name: 'Mark as sent' }).click()
    await expect(frame.getByRole('button', { name: 'I made a mistake' })).toBeVisible()
    const kept = await frame.locator(':root').evaluate(() => {
      try {
        return Object.keys(localStorage)
      } catch {
        return []
      }
    })
    expect(kept).toEqual([])
    await frame.getByRole('button', { name: 'I made a mistake' }).click()
    await expect(frame.getByRole('tab', { name: 'Zelle' })).toBeVisible()
  } finally {
    await site.stop()
  }
})

test('withdraws a claim from another tab until it is decided', async ({ page, context, product }) => {
  const { admin, bill, path } = await everyWay(product.url)
  const claim = async () => {
    await opened(page, `${path}?as=guest&method=zelle`)
    await page.getByLabel('I have sent this payment').check()
    await page.getByRole('button', { name: 'Mark as sent' }).click()
    await expect(page.getByRole('button', { name: 'I made a mistake' })).toBeVisible()
  }
  const kept = () => page.evaluate(() => Object.keys(localStorage))
  await claim()
  const other = await context.newPage()
  await other.goto(path)
  await other.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(other.getByText('The payment is no longer marked as sent. The bill is open again.')).toBeAttached()
  expect(await kept()).toEqual([])
  await claim()
  expect(await kept()).toEqual([`vestry-pay-claim:${bill.id}`])
  await admin.api.post(`/assessment-bills/${bill.id}/not-received`, { reason: 'Nothing came' })
  await other.goto(path)
  await expect(other.getByRole('link', { name: 'Pay as Guest' })).toBeVisible()
  await expect.poll(kept).toEqual([])
  // The tab does not offer to withdraw a later claim by somebody else.
  await admin.api.post(`/assessments/${bill.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  await other.reload()
  await expect(other.getByText('Payment Pending')).toBeVisible()
  await expect(other.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)
})

test('an old claim token is refused once, and then forgotten', async ({ page, product }) => {
  const { admin, bill, path } = await everyWay(product.url)
  await admin.api.post(`/assessments/${bill.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  // Runs before the page's own script, which deletes the token of an open bill.
  await page.addInitScript((id) => localStorage.setItem(`vestry-pay-claim:${id}`, 'of-an-earlier-claim'), bill.id)
  await page.goto(path)
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(page.getByRole('alert')).toContainText('Payment not found')
  await expect(page.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)
  await expect(page.getByText('Payment Pending')).toBeVisible()
})

test('promises only what the network offers, and names a contact if nothing can be paid', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { bills } = await billed(admin, 1)
  const signInLink = page.getByRole('link', { name: 'Sign In & Pay' })
  await page.goto(`/pay/${bills[0]?.id}`)
  await expect(signInLink).toContainText('See all your assessments')
  const { path } = await everyWay(product.url)
  await page.goto(path)
  await expect(signInLink).toContainText('Use your saved payment methods')

  const program = await newProgram(admin, { name: 'Building fund' })
  await attach(admin, program, await newCardProfile(admin, 'Cards to come'))
  await admin.api.upload(program.id, 'firstName,lastName,email\nGrace,Hall,grace@example.org')
  const [unusable] = await billsOf(admin.api, program)
  await page.goto(`/pay/${unusable?.id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('No payment methods are currently available for this assessment.')
  await expect(main).toContainText('Please ask how to pay: Ada Ferreira')
  await expect(main.getByRole('link', { name: admin.email })).toHaveAttribute('href', `mailto:${admin.email}`)
  for (const name of ['Pay as Guest', 'Sign In & Pay']) await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expectReadable(page, 'a bill that nothing pays')
})

test('all details of a wire are in view with the button, and Copy copies the bare number', async ({ page, context, product }) => {
  const { path } = await everyWay(product.url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${path}?as=guest&method=wire`)
  const panel = page.getByRole('tabpanel', { name: 'Wire' })
  await expect(panel.getByRole('button', { name: 'Copy' })).toHaveCount(5)
  for (const label of ['Bank name', 'Routing number', 'Account number', 'Recipient name', 'Memo'])
    await expect(panel.getByText(label, { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(panel.getByRole('button', { name: 'Mark as sent' })).toBeInViewport({ ratio: 1 })
  await panel.getByRole('button', { name: 'Copy: Account number' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(LONG)
  // Text that is selected by hand is the bare number, too.
  const number = panel.getByRole('listitem').filter({ hasText: 'Account number' }).last().locator('p')
  expect(await number.innerText()).toContain(LONG)
  await expectReadable(page, 'every method')
})

/** Elements that are clipped or reach outside the window. */
const cut = (): string[] => {
  const { clientWidth, scrollWidth } = document.documentElement
  const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    const hides = /hidden|clip|auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1
    return (
      width > 1 && !element.closest('svg') && getComputedStyle(element).visibility !== 'hidden' && (hides || left < -1 || right > clientWidth + 1)
    )
  })
  return [...(scrollWidth > clientWidth ? [`${scrollWidth} > ${clientWidth}`] : []), ...wide.map(({ outerHTML }) => outerHTML.slice(0, 120))]
}

test('nothing is cut off or scrolls sideways on the narrowest phone with the largest text', async ({ page, product }) => {
  const { admin, path, email, bill, join } = await everyWay(product.url)
  await join()
  const everywhere = async (what: string) => {
    for (const width of [320, 390, 768, 1440])
      for (const size of ['100%', '200%']) {
        await page.setViewportSize({ width, height: 553 })
        await page.evaluate((letters) => document.documentElement.style.setProperty('font-size', letters), size)
        await expect.poll(() => page.evaluate(cut), { message: `${what} at ${width}, ${size}` }).toEqual([])
      }
  }
  for (const lang of ['en', 'es']) {
    for (const method of ['wire', 'paypal', 'check', 'credit']) {
      await page.goto(`${path}?as=guest&method=${method}&lang=${lang}`)
      await expect(methodTabs(page).or(page.getByRole('tablist', { name: 'Cómo pagar' }))).toBeVisible()
      await everywhere(`${method} in ${lang}`)
    }
    await page.goto(`${path}?lang=${lang}`)
    await everywhere(`the choice in ${lang}`)
  }
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 345.67, method: 'check' })
  const retreat = await newProgram(admin, { name: 'Youth retreat' })
  await attach(admin, retreat, await newProfile(admin))
  await admin.api.upload(retreat.id, `firstName,lastName,email\nBartholomew,Featherstonehaugh-Castellanos,${email}`)
  const [claimed] = await billsOf(admin.api, retreat)
  await admin.api.post(`/assessments/${claimed?.id}/mark-as-paid`, { paymentMethod: 'wire' })
  await signIn(page, email)
  await page.goto(path)
  await expect(page.getByText('You are signed in as')).toBeAttached()
  await everywhere('signed in')
  await page.getByRole('tab', { name: 'View My Assessments' }).click()
  await expect(page.getByText('$12,000.00 open')).toBeAttached()
  await everywhere('the list')
})

test('a list says why a bill cannot be paid, and shows the balance of a partly paid one', async ({ page, product }) => {
  const { admin, program, bill, email, path, join } = await everyWay(product.url)
  await join()
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 345.67, method: 'check' })
  await admin.api.put(`/assessment-programs/${program.id}/status`, { status: 'Completed' })
  await signIn(page, email)
  await page.goto(path)
  await page.getByRole('tab', { name: 'View My Assessments' }).click()
  const row = page.getByRole('row').filter({ hasText: program.name })
  await expect(row).toContainText('$12,000.00 open')
  await expect(row).toContainText('This assessment program is not currently accepting payments.')
  await expect(row.getByRole('link')).toHaveCount(0)
})
