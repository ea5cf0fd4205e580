import type { Frame, Page } from '@playwright/test'
import { words as paperWords } from '../../projections/paper/words.ts'
import { printedText } from '../testing/printed-text.ts'
import { startChurchSite } from './church-site.ts'
import { billsFor, tagFor } from './embedded.ts'
import { billed, billFor, manual } from './network.ts'
import { payable } from './stripe.ts'
import { expect, newAdmin, newEmail, PASSWORD, test } from './test.ts'

test.use({ viewport: { width: 375, height: 780 } })

const ADDRESS = '12 Prairie Road\nFargo, ND 58102'
const byHand = ['ach', 'wire', 'zelle', 'paypal', 'venmo', 'cashapp', 'check'] as const
const details = Object.values(manual).flatMap((fields) => Object.values(fields))
const onScreen = {
  en: { guest: 'Pay as Guest', print: 'Print this bill', sent: 'Mark as sent' },
  es: { guest: 'Pagar como invitado', print: 'Imprimir esta factura', sent: 'Marcar como enviado' },
}
/** Long values may wrap. */
const unspaced = (text: string): string => text.replaceAll(/\s+/g, '')

/** The single page that the browser's print command produces. */
const onPaper = async (page: Page, format: 'Letter' | 'A4' = 'Letter'): Promise<string> => {
  const pages = printedText(await page.pdf({ format }))
  expect(pages, format).toHaveLength(1)
  return unspaced(pages.join(''))
}
const expectPrinted = async (page: Page, parts: readonly string[], absent: readonly string[], step: string): Promise<void> => {
  for (const format of ['Letter', 'A4'] as const) {
    const text = await onPaper(page, format)
    for (const part of parts) expect(text, `${step}, ${format}`).toContain(unspaced(part))
    for (const part of absent) expect(text, `${step}, ${format}`).not.toContain(unspaced(part))
  }
}

/** Replaces the browser's print dialog, since a test cannot close it. */
const withoutDialog = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
const send = (place: Page | Frame, event: 'beforeprint' | 'afterprint') => place.evaluate((name) => dispatchEvent(new Event(name)), event)

for (const lang of ['en', 'es'] as const)
  test(`a bill prints the sheet of its PDF at every step of its page (${lang})`, async ({ page, product }) => {
    const { guest, print, sent } = onScreen[lang]
    const { methods, notes, online, slip, ...t } = paperWords[lang]
    const admin = await newAdmin(product.url)
    await admin.api.put(`/networks/${admin.network.id}`, { postalAddress: ADDRESS })
    const [bill] = (await billed(admin, 1)).bills
    const heads = ['Synod of the Plains', ADDRESS, 'Payor NumberA', `${bill?.code}`, 'Annual dues', `/pay/${bill?.id}`]
    const asks = [...heads, t.howToPay, ...byHand.map((method) => methods[method].name), ...details, slip.cut, slip.enclosed]
    const pressed = [guest, print, sent]
    await withoutDialog(page)

    await page.goto(`/pay/${bill?.id}?lang=${lang}`)
    await page.getByRole('button', { name: print }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', '')
    await expectPrinted(page, asks, pressed, 'first step')
    await send(page, 'beforeprint')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('img', { name: online.picture })).toBeVisible()
    await page.emulateMedia({ media: null })
    await expect(page.getByRole('img', { name: online.picture, includeHidden: true })).toBeHidden()
    await send(page, 'afterprint')
    await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(0)

    await page.getByRole('link', { name: guest }).click()
    await page.getByRole('tab', { name: 'Zelle' }).click()
    await expectPrinted(page, asks, pressed, 'a method')

    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: sent }).click()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expectPrinted(page, [...heads, notes.claimed], [t.howToPay, ...pressed], 'marked as sent')

    // Paid while the page is open.
    await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 123.45, method: 'check' })
    await expect(async () => expect(await onPaper(page)).toContain(t.receipt)).toPass()
    await expectPrinted(page, [...heads, t.paid, t.items.payment], [t.howToPay, notes.claimed, ...pressed], 'paid')
  })

test('prints a bill in the language that the page was changed to', async ({ page, product }) => {
  const [bill] = (await billed(await newAdmin(product.url), 1)).bills
  await page.goto(`/pay/${bill?.id}`)
  await expect(page.getByRole('button', { name: 'Print this bill' })).toBeVisible()
  await expectPrinted(page, [paperWords.en.howToPay], [paperWords.es.howToPay], 'English')
  await page.getByRole('link', { name: 'ES', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Imprimir esta factura' })).toBeVisible()
  await expectPrinted(page, [paperWords.es.howToPay], [paperWords.en.howToPay], 'Spanish')
})

test('a partly paid, overdue bill says so on paper, and one with a pending bank debit says that there is nothing to do', async ({
  page,
  product,
}) => {
  const t = paperWords.en
  const admin = await newAdmin(product.url)
  const [bill] = (await billed(admin, 1)).bills
  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 100, method: 'check' })
  const moveClock = (days: number) => admin.api.post('/sandbox/clock', { now: new Date(Date.now() + days * 86_400_000).toISOString() })
  await moveClock(60)
  try {
    await page.goto(`/pay/${bill?.id}`)
    await expectPrinted(page, [t.overdue(''), '$23.45', t.items.payment, t.howToPay], [t.open('')], 'overdue')
  } finally {
    await moveClock(0)
  }
  const debited = await payable(admin)
  await debited.pay({ accountNumber: '000123456789' }, 'ach')
  await expect.poll(async () => (await debited.now()).status).toBe('PendingConfirmation')
  await page.goto(`/pay/${debited.bill.id}`)
  await expectPrinted(page, [t.notes.debit], [t.howToPay], 'a debit under way')
})

test('a bill with a plan has its next part on paper, and a claim of this part says how much was sent', async ({ page, product }) => {
  const { notes, slip, ...t } = paperWords.en
  const admin = await newAdmin(product.url)
  const { bills, program } = await billed(admin, 1)
  const id = bills[0]?.id
  await admin.api.put(`/assessment-programs/${program.id}/plans`, { counts: [3] })
  await admin.api.post(`/assessment-bills/${id}/plan`, { count: 3 })
  await admin.api.post(`/assessment-bills/${id}/receipts`, { amount: 41.15, method: 'check' })
  await page.goto(`/pay/${id}`)
  await expectPrinted(page, ['Next payment, due', '$41.15', t.openNow, '$82.30', slip.cut], [t.open('')], 'a plan')
  await page.goto(`/pay/${id}?lang=es`)
  await expectPrinted(page, ['Próximo pago, vence el', '$41.15', '$82.30'], [], 'a plan in Spanish')
  await admin.api.post(`/assessments/${id}/mark-as-paid`, { paymentMethod: 'zelle' })
  await page.goto(`/pay/${id}`)
  await expectPrinted(page, [notes.claimedPart('$41.15'), '$82.30'], ['Next payment', t.howToPay], 'a claimed part')
})

test('no text of a bill is in the document twice on screen', async ({ page, product }) => {
  const [bill] = (await billed(await newAdmin(product.url), 1)).bills
  const facts = ['Annual dues', 'Payor NumberA', `${bill?.code}`]
  const ways = [manual.Wire.accountNumber, manual.Zelle.zelleContact, manual.Venmo.venmoHandle, manual.Check.payableTo]
  const expectOnce = async (step: string) => {
    for (const text of facts) await expect(page.getByText(text, { exact: true }), `${text}, ${step}`).toHaveCount(1)
    for (const text of ways) await expect(page.getByText(text), `${text}, ${step}`).toHaveCount(1)
    await expect(page.getByText(paperWords.en.slip.cut), step).toHaveCount(0)
  }
  await page.goto(`/pay/${bill?.id}`)
  await expectOnce('before printing')
  await expectPrinted(page, [...facts, ...ways], [], 'printed')
  await expectOnce('after printing')
  // A browser may fire the events more than once.
  for (const event of ['beforeprint', 'beforeprint', 'afterprint'] as const) await send(page, event)
  await expectOnce('after printing again')
})

test('prints the page with its payment methods if the sheet cannot be loaded', async ({ page, product }) => {
  const [bill] = (await billed(await newAdmin(product.url), 1)).bills
  await page.goto(`/pay/${bill?.id}`)
  for (const answer of ['abort', 'fulfill'] as const) {
    await page.route('**/sheet?*', (route) =>
      answer === 'abort' ? route.abort() : route.fulfill({ status: 503, contentType: 'text/html', body: '<p>Busy</p>' }),
    )
    const text = unspaced(printedText(await page.pdf({ format: 'Letter' })).join(''))
    for (const part of ['Send $123.45 with Zelle', 'Amount sent', ...details]) expect(text, answer).toContain(unspaced(part))
    expect(text, answer).not.toContain('Busy')
    await page.unroute('**/sheet?*')
  }
})

test('a site prints the frame of a bill as shown, and the button in it prints the sheet', async ({ page, product }) => {
  const site = await startChurchSite(product.url)
  try {
    const { bills } = await billsFor(product.url, 1, [site.origin])
    await withoutDialog(page)
    site.show(`<h1>Grace Church</h1>${tagFor(product.url, bills[0])}`)
    await page.goto(site.url)
    const button = page.frameLocator('vestry-pay iframe').getByRole('button', { name: 'Print this bill' })
    await expect(button).toBeVisible()
    const frame = page.frames().find((each) => each.url().includes('/embed/pay/'))
    if (!frame) throw new Error('no frame')
    const sheet = frame.getByRole('article', { includeHidden: true })
    await send(frame, 'beforeprint')
    await expect(sheet).toHaveCount(0)
    await button.click()
    await send(frame, 'beforeprint')
    await expect(sheet).toContainText(paperWords.en.howToPay)
    await send(frame, 'afterprint')
    await expect(sheet).toHaveCount(0)
    await page.goto(`${product.url}/embed/pay/${bills[0]?.id}`)
    await expectPrinted(page, [paperWords.en.howToPay, manual.Zelle.zelleContact], ['Print this bill'], 'the page of a frame by itself')
  } finally {
    await site.stop()
  }
})

test('a payor prints the list that is open, or the bill by its button', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { program } = await billed(admin, 1)
  const email = newEmail('grace')
  const mine = await billFor(admin, program, ['Grace', 'Hall'], email)
  await admin.api.join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  await withoutDialog(page)
  await page.goto(`/pay/${mine.id}`)
  await expect(page.getByText('You are signed in as Grace Hall.')).toBeVisible()
  await expectPrinted(page, [paperWords.en.howToPay], [], 'paying')
  await page.getByRole('tab', { name: 'My Paid Assessments' }).click()
  await expect(page.getByText('No assessments found')).toBeVisible()
  const lists = printedText(await page.pdf({ format: 'Letter' })).join('\n')
  expect(lists).toContain('No assessments found')
  expect(lists).not.toContain(paperWords.en.howToPay)
  await page.getByRole('button', { name: 'Print this bill' }).click()
  const sheet = await onPaper(page)
  expect(sheet).toContain(unspaced(paperWords.en.howToPay))
  expect(sheet).not.toContain(unspaced('No assessments found'))
})
