import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed, manual } from './network.ts'
import { payable } from './stripe.ts'
import { expect, newEmail, test } from './test.ts'

const PHONE = { width: 375, height: 667 }

test('a returned bank debit is told on the bill, with a way to pay again; once paid the bill says so first', async ({ browser, admin, product }) => {
  const { bill, pay, now } = await payable(admin)
  const intentId = await pay({ accountNumber: '000222222227' }, 'ach')
  await admin.api.post(`/sandbox/stripe/intents/${intentId}/settle`, {})
  await expect.poll(async () => (await now()).status).toBe('Failed')
  const context = await browser.newContext({ baseURL: product.url, viewport: PHONE })
  const page = await context.newPage()
  await page.goto(`/pay/${bill.id}`)
  await expect(page.getByText('Bank debit returned')).toBeVisible()
  await expect(page.getByText('There was not enough money in the account.')).toBeVisible()
  await expectFits(page, PHONE.width)
  await expectAccessible(page, 'a returned bank debit')
  await page.getByRole('link', { name: 'Pay again' }).click()
  await expect(page.getByRole('tab', { name: 'Credit Card' })).toBeFocused()

  await pay({ card: '4242424242424242' })
  await expect.poll(async () => (await now()).status).toBe('Paid')
  await page.goto(`/pay/${bill.id}?lang=es`)
  await expect(page.getByText('Débito bancario devuelto')).toHaveCount(0)
  await expect(page.getByText('Pagada', { exact: true })).toBeVisible()
  await expect(page.getByText('$250.00 en total, $250.00 pagados, $0.00 pendientes')).toBeVisible()
  await expectFits(page, PHONE.width)
  await expectAccessible(page, 'a paid bill')
  await page.getByRole('link', { name: 'Ver su recibo' }).click()
  await expect(page).toHaveURL(/\/receipts\//)
  await context.close()
})

test('what was sent stays on the page, and the mail about it takes it back on another device without script', async ({ browser, admin, product }) => {
  const { program } = await billed(admin, 1)
  const email = newEmail('grace')
  await admin.api.upload(program.id, `firstName,lastName,email\nGrace,Hall,${email}`)
  const bills = await admin.api.all<{ id: string; code: string; individualMember: { firstName: string } | null }>(
    `/assessment-bills?assessmentProgramId=${program.id}`,
  )
  const mine = bills.find(({ individualMember }) => individualMember?.firstName === 'Grace')
  const context = await browser.newContext({ baseURL: product.url, viewport: PHONE })
  const page = await context.newPage()
  await page.goto(`/pay/${mine?.id}?as=guest&method=check`)
  await page.getByLabel('I have sent this payment').check()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  const sent = [/You told us on .+ that you sent it by Check/, manual.Check.payableTo, manual.Check.mailingAddress, `${mine?.code} Grace Hall`]
  const expectSent = async () => {
    for (const part of sent) await expect(page.getByText(part).first()).toBeVisible()
    await expectFits(page, PHONE.width)
  }
  await expectSent()
  await page.reload()
  await expectSent()
  await expectAccessible(page, 'what was sent')
  await context.close()

  const link = async () => {
    const { data } = await admin.api.get<{ data: { text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
    return data.map(({ text }) => /I have not sent it: (\S+)/.exec(text)?.[1]).find(Boolean) ?? ''
  }
  await expect.poll(link).not.toBe('')
  const path = new URL(await link()).pathname
  const other = await browser.newContext({ baseURL: product.url, viewport: PHONE, javaScriptEnabled: false })
  const phone = await other.newPage()
  // A link for a bill takes back no other bill's claim.
  await phone.goto(path.replace(mine?.id ?? '', bills.find(({ id }) => id !== mine?.id)?.id ?? ''))
  await expect(phone.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)
  await phone.goto(path)
  await expect(phone.getByText('Payment Pending')).toBeVisible()
  await expectFits(phone, PHONE.width)
  await phone.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(phone.getByText('Taken back. The bill is open again.')).toBeVisible()
  await phone.getByRole('link', { name: 'Pay as Guest' }).click()
  await expect(phone.getByRole('link', { name: 'Zelle' })).toBeVisible()
  await phone.goto(path)
  await expect(phone.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)
  await other.close()
  const { data } = await admin.api.get<{ data: { type: string }[] }>(`/assessment-bills/${mine?.id}/history`)
  expect(data.map(({ type }) => type).filter((type) => type.includes('Claim'))).toEqual(['PaymentClaimed', 'PaymentClaimWithdrawn'])
})

test('a payor without a password signs in by a mailed code, on pages that speak the language of the bill and name the network', async ({
  browser,
  admin,
  product,
}) => {
  const { program } = await billed(admin, 1)
  const email = newEmail('graciela')
  await admin.api.upload(program.id, `firstName,lastName,email\nGraciela,Campos,${email}`)
  const bills = await admin.api.all<{ id: string; network: { name: string }; individualMember: { firstName: string } | null }>(
    `/assessment-bills?assessmentProgramId=${program.id}`,
  )
  const mine = bills.find(({ individualMember }) => individualMember?.firstName === 'Graciela')
  const context = await browser.newContext({ baseURL: product.url, viewport: PHONE, locale: 'es-MX' })
  const page = await context.newPage()
  await page.goto(`/pay/${mine?.id}`)
  await page.getByRole('link', { name: 'Iniciar sesión y pagar' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByText(`Para pagar su factura de ${mine?.network.name}`)).toBeVisible()
  await expectFits(page, PHONE.width)
  await expectAccessible(page, 'a sign-in in Spanish')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('La dirección de correo no es válida, Indique su contraseña')
  await page.getByRole('button', { name: 'Envíenme un código por correo' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar el código' }).click()
  await expect(page.getByText(`Hemos enviado un código a ${email}`)).toBeVisible()
  const code = async () => {
    const { data } = await admin.api.get<{ data: { subject: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
    return data.map(({ subject }) => /^(\S+) es su código/.exec(subject)?.[1]).find(Boolean) ?? ''
  }
  await expect.poll(code).not.toBe('')
  await page.getByLabel('Código').fill('aaaa-aaaa')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('El código no es correcto o tiene más de 15 minutos.')
  await page.getByLabel('Código').fill(await code())
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(page.getByText('Todavía no tiene una cuenta. Indique su nombre.')).toBeVisible()
  await expectFits(page, PHONE.width)
  await expectAccessible(page, 'a mailed code')
  await page.getByLabel('Nombre').fill('Graciela')
  await page.getByLabel('Apellidos').fill('Campos')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/pay/${mine?.id}`))
  await expect(page.getByText('Ha iniciado sesión como Graciela Campos.')).toBeVisible()

  for (const [path, heading] of [
    ['/register', 'Cree su cuenta'],
    ['/forgot-password', 'Contraseña olvidada'],
  ] as const) {
    await page.goto(`${path}?redirectTo=${encodeURIComponent(`/pay/${mine?.id}?lang=es`)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectFits(page, PHONE.width)
    await expectAccessible(page, path)
  }
  await context.close()
})
