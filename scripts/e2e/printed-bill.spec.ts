import type { Page } from '@playwright/test'
import { words as paperWords } from '../../projections/paper/words.ts'
import { printedText } from '../testing/printed-text.ts'
import { connect } from './card-form.ts'
import { attach, billed, billsOf, manual, newProgram, people } from './network.ts'
import { expect, newAdmin, test } from './test.ts'

test.use({ viewport: { width: 375, height: 780 } })

const ADDRESS = '12 Prairie Road\nFargo, ND 58102'
const byHand = ['ach', 'wire', 'zelle', 'paypal', 'venmo', 'cashapp', 'check'] as const
const pressed = { en: ['Pay as Guest', 'Print this bill', 'Mark as sent'], es: ['Pagar como invitado', 'Imprimir esta factura'] }

/** What Ctrl+P prints now, without its spaces: long values break where they may. */
const onPaper = async (page: Page): Promise<string> => {
  const pages = printedText(await page.pdf({ format: 'Letter' }))
  expect(pages, 'one sheet').toHaveLength(1)
  return pages.join('').replaceAll(/\s+/g, '')
}

const expectSheet = async (page: Page, lang: 'en' | 'es', code: string, step: string): Promise<void> => {
  const text = await onPaper(page)
  const contains = (part: string) => text.includes(part.replaceAll(/\s+/g, ''))
  const { methods, picture, howToPay, slip } = { ...paperWords[lang], ...paperWords[lang].online }
  const ways = byHand.map((method) => methods[method].name)
  const values = Object.values(manual).flatMap((fields) => Object.values(fields))
  for (const part of ['Synod of the Plains', 'Payor NumberA', ADDRESS, code, howToPay, slip.enclosed, ...ways, ...values])
    expect(contains(part), `${step}: ${part}`).toBe(true)
  for (const words of pressed[lang]) expect(contains(words), `${step}: ${words}`).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: picture }), step).toBeVisible()
  await page.emulateMedia({ media: null })
  await expect(page.getByRole('img', { name: picture, includeHidden: true }), step).toBeHidden()
}

for (const lang of ['en', 'es'] as const)
  test(`a bill prints the sheet of its PDF at every step of its page (${lang})`, async ({ page, product }) => {
    const { methods, ...t } = paperWords[lang]
    const admin = await newAdmin(product.url)
    await admin.api.put(`/networks/${admin.network.id}`, { postalAddress: ADDRESS })
    const { bills } = await billed(admin, 1)
    const [bill] = bills
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    await page.goto(`/pay/${bill?.id}?lang=${lang}`)
    await page.getByRole('button', { name: pressed[lang][1] ?? '' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', '')
    await expectSheet(page, lang, bill?.code ?? '', 'first step')
    await page.getByRole('link', { name: pressed[lang][0] ?? '' }).click()
    await page.getByRole('tab', { name: 'Zelle' }).click()
    await expectSheet(page, lang, bill?.code ?? '', 'a method')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: lang === 'en' ? 'Mark as sent' : 'Marcar como enviado' }).click()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expectSheet(page, lang, bill?.code ?? '', 'marked as sent')
    // Once the money has arrived, paper says so without the page being loaded again.
    await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 123.45, method: 'check' })
    await page.reload()
    expect(await onPaper(page)).toContain(t.receipt)
    expect(await onPaper(page)).not.toContain(t.howToPay.replaceAll(' ', ''))
  })

test('a bill prints in the language that its page was changed to', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { bills } = await billed(admin, 1)
  await page.goto(`/pay/${bills[0]?.id}`)
  await expect(page.getByRole('button', { name: 'Print this bill' })).toBeVisible()
  expect(await onPaper(page)).toContain('Howtopay')
  await page.getByRole('link', { name: 'ES', exact: true }).click()
  await expect(async () => expect(await onPaper(page)).toContain('Cómopagar')).toPass()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a bill that is paid by card prints the address to pay it at, and what can be sent by hand', async ({ page, product }) => {
    const admin = await newAdmin(product.url)
    const program = await newProgram(admin)
    await attach(admin, program, await connect(admin))
    await admin.api.upload(program.id, people(1))
    const bill = (await billsOf(admin.api, program))[0]
    await page.goto(`/pay/${bill?.id}`)
    const text = await onPaper(page)
    for (const part of [`/pay/${bill?.id}`, paperWords.en.online.card, paperWords.en.methods.zelle.name])
      expect(text).toContain(part.replaceAll(' ', ''))
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('link', { name: 'Pay as Guest' })).toBeHidden()
  })
})
