import { printedText } from '../testing/printed-text.ts'
import { connect } from './card-form.ts'
import { attach, billed, billsOf, manual, newProgram, people } from './network.ts'
import { expect, newAdmin, test } from './test.ts'

test.use({ viewport: { width: 380, height: 780 } })

for (const [lang, words] of [
  [
    'en',
    {
      print: 'Print this bill',
      guest: 'Pay as Guest',
      ways: ['Send $123.45 by ACH transfer', 'Send $123.45 by wire', 'Send $123.45 with Zelle', 'Send a check for $123.45'],
      online: 'Pay online:',
    },
  ],
  [
    'es',
    {
      print: 'Imprimir esta factura',
      guest: 'Pagar como invitado',
      ways: [
        'Envíe $123.45 por transferencia ACH',
        'Envíe $123.45 por transferencia bancaria',
        'Envíe $123.45 con Zelle',
        'Envíe un cheque por $123.45',
      ],
      online: 'Pagar en línea:',
    },
  ],
] as const) {
  test(`a bill printed without script names every way to pay (${lang})`, async ({ browser, product }) => {
    const admin = await newAdmin(product.url)
    const { bills } = await billed(admin, 1)
    const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false, viewport: { width: 380, height: 780 } })
    const page = await context.newPage()
    await page.goto(`/pay/${bills[0]?.id}?lang=${lang}`)
    await expect(page.getByRole('link', { name: words.guest })).toBeVisible()
    await expect(page.getByText(words.ways[0])).toBeHidden()
    // Ctrl+P prints the same.
    const text = printedText(await page.pdf({ format: 'Letter' }))
      .join('\n')
      // Long values may wrap.
      .replaceAll(/\s+/g, '')
    const contains = (part: string) => text.includes(part.replaceAll(' ', ''))
    for (const way of words.ways) expect(contains(way), way).toBe(true)
    for (const detail of [manual.Wire.accountNumber, manual.ACH.accountNumber, manual.Zelle.zelleContact, manual.Check.payableTo, 'PO Box 40'])
      expect(contains(detail), detail).toBe(true)
    for (const pressed of [words.guest, words.print]) expect(contains(pressed), pressed).toBe(false)
    await context.close()
  })

  test(`a bill payable by card prints its pay address and the manual methods (${lang})`, async ({ page, product }) => {
    const admin = await newAdmin(product.url)
    const program = await newProgram(admin)
    await attach(admin, program, await connect(admin))
    await admin.api.upload(program.id, people(1))
    const bill = (await billsOf(admin.api, program))[0]
    await page.goto(`/pay/${bill?.id}?lang=${lang}`)
    await expect(page.getByRole('button', { name: words.print })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(words.online)).toBeVisible()
    await expect(page.getByText(words.online)).toContainText(`/pay/${bill?.id}`)
    await expect(page.getByText(words.ways[2])).toBeVisible()
    await expect(page.getByRole('link', { name: words.guest })).toBeHidden()
  })
}
