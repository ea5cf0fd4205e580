import { DemoClient } from '../../modules/app/demo/client.ts'
import { expectAccessible } from './axe.ts'
import { form, PAID, pay, typeCard } from './card-form.ts'
import { expectFits } from './fits.ts'
import { mailed } from './mail.ts'
import { attach, billed, billsOf, manual, newProgram } from './network.ts'
import { payable, withAccount } from './stripe.ts'
import { expect, newEmail, PASSWORD, test } from './test.ts'

const PHONE = { width: 375, height: 667 }

test('a returned bank debit shows on the bill with a way to pay again, until the bill is paid', async ({ browser, admin, product }) => {
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

test('a claim stays on the page, and the link in its mail withdraws it on another device without script', async ({ browser, admin, product }) => {
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
  const sent = [
    /You told us on .+ that you sent the payment by Check/,
    manual.Check.payableTo,
    manual.Check.mailingAddress,
    `${mine?.code} Grace Hall`,
  ]
  const expectSent = async () => {
    for (const part of sent) await expect(page.getByText(part).first()).toBeVisible()
    await expectFits(page, PHONE.width)
  }
  await expectSent()
  await page.reload()
  await expectSent()
  await expectAccessible(page, 'what was sent')
  await context.close()

  const path = new URL(await mailed(admin.api, email, /I have not sent it: (\S+)/)).pathname
  const other = await browser.newContext({ baseURL: product.url, viewport: PHONE, javaScriptEnabled: false })
  const phone = await other.newPage()
  // The link for one bill cannot withdraw the claim of another.
  await phone.goto(path.replace(mine?.id ?? '', bills.find(({ id }) => id !== mine?.id)?.id ?? ''))
  await expect(phone.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)
  await phone.goto(path)
  await expect(phone.getByText('Payment Pending')).toBeVisible()
  await expectFits(phone, PHONE.width)
  await phone.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(phone.getByText('The payment is no longer marked as sent. The bill is open again.')).toBeVisible()
  await phone.getByRole('link', { name: 'Pay as Guest' }).click()
  await expect(phone.getByRole('link', { name: 'Zelle' })).toBeVisible()
  await phone.goto(path)
  await expect(phone.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)
  await other.close()
  const { data } = await admin.api.get<{ data: { type: string }[] }>(`/assessment-bills/${mine?.id}/history`)
  expect(data.map(({ type }) => type).filter((type) => type.includes('Claim'))).toEqual(['PaymentClaimed', 'PaymentClaimWithdrawn'])
})

test("a payor without a password signs in by a mailed code, in the language of the bill and with the network's name", async ({
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
  await expect(page.getByRole('alert')).toHaveText('La dirección de correo no es válida, Ingrese su contraseña')
  await page.getByRole('button', { name: 'Envíenme un código por correo' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar el código' }).click()
  await expect(page.getByText(`Le enviamos un código a ${email}`)).toBeVisible()
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
  await expect(page.getByText('Todavía no tiene una cuenta. Ingrese su nombre.')).toBeVisible()
  await expectFits(page, PHONE.width)
  await expectAccessible(page, 'a mailed code')
  await page.getByLabel('Nombre').fill('Graciela')
  await page.getByLabel('Apellido').fill('Campos')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/pay/${mine?.id}`))
  await expect(page.getByText('Inició sesión como Graciela Campos.')).toBeVisible()

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

test('a payor resets a forgotten password in the language of the bill and returns to it; every step names the network', async ({
  browser,
  admin,
  product,
}) => {
  test.slow()
  const { program } = await billed(admin, 1)
  const email = newEmail('ines')
  await admin.api.upload(program.id, `firstName,lastName,email\nInés,Campos,${email}`)
  const bills = await admin.api.all<{ id: string; network: { name: string }; individualMember: { firstName: string } | null }>(
    `/assessment-bills?assessmentProgramId=${program.id}`,
  )
  const mine = bills.find(({ individualMember }) => individualMember?.firstName === 'Inés')
  const network = mine?.network.name ?? ''
  await new DemoClient(product.url).join({ email, firstName: 'Inés', lastName: 'Campos' }, PASSWORD)
  const context = await browser.newContext({ baseURL: product.url, viewport: PHONE, locale: 'es-MX' })
  const page = await context.newPage()
  const look = async (what: string) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expectFits(page, PHONE.width)
    await expectAccessible(page, what)
  }
  await page.goto(`/pay/${mine?.id}`)
  await page.getByRole('link', { name: 'Iniciar sesión y pagar' }).click()
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
  await expect(page.getByText(`la dirección de correo a la que le llegan las facturas de ${network}`)).toBeVisible()
  await look('asking for a new password')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar el enlace' }).click()
  await expect(page.getByText('Si existe una cuenta con ese correo')).toBeVisible()

  const mail = async () => {
    const { data } = await admin.api.get<{ data: { subject: string; text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
    return data.find(({ subject }) => subject === 'Restablezca su contraseña')?.text ?? ''
  }
  await expect.poll(mail).toContain(`Después podrá pagar su factura de ${network}`)
  const link = /https?:\/\/\S+\/reset-password\S+/.exec(await mail())?.[0] ?? ''
  // Simulates the other browser that a mail program may open.
  await context.clearCookies()
  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restablecer la contraseña')
  await expect(page.getByText(`Después podrá pagar su factura de ${network}`)).toBeVisible()
  expect(page.url()).not.toContain('token=')
  await look('choosing a new password')
  await page.getByLabel('Contraseña nueva *', { exact: true }).fill('Psalm1234')
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click()
  await expect(page.getByText('La contraseña debe tener al menos un carácter especial')).toBeVisible()
  await look('a password that is too simple')
  for (const label of ['Contraseña nueva *', 'Repita la contraseña nueva *']) await page.getByLabel(label, { exact: true }).fill('Psalm-121-9')
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click()
  await expect(page.getByText('Su contraseña nueva se guardó.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill('Psalm-121-9')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/pay/${mine?.id}`))

  await page.goto(`/reset-password?lang=es&redirectTo=${encodeURIComponent(`/pay/${mine?.id}?lang=es`)}`)
  await expect(page.getByRole('alert')).toHaveText('El enlace no es válido o ya no sirve.')
  await look('a reset link that is not valid')
  await page.goto(`/confirm-email?token=none&redirectTo=${encodeURIComponent(`/pay/${mine?.id}?lang=es`)}`)
  await expect(page.getByRole('alert')).toHaveText('El enlace de confirmación no es válido o venció.')
  await look('a confirmation link that is not valid')
  await context.close()
})

test('a guest gives an address for the receipt, sees where it goes, and gets it in the language of the payment', async ({
  browser,
  admin,
  product,
}) => {
  test.slow()
  const program = await newProgram(admin, { amount: 250 })
  await attach(admin, program, await withAccount(admin, { chargesEnabled: true, achEnabled: true }))
  const email = newEmail('ruth')
  await admin.api.upload(program.id, `firstName,lastName,email\nRuth,Bell,${email}\nTom,Bell,\nAnn,Bell,${newEmail('ann')}`)
  const bills = await billsOf(admin.api, program)
  const of = (name: string) => bills.find(({ individualMember }) => individualMember?.firstName === name)?.id ?? ''
  const masked = `r****${email.slice(email.indexOf('@'))}`
  const receipts = async (to: string) =>
    (await admin.api.get<{ data: { subject: string; text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(to)}`)).data.filter(({ subject }) =>
      /^(Receipt|Recibo)/.test(subject),
    )
  const context = await browser.newContext({ baseURL: product.url, viewport: PHONE })
  const page = await context.newPage()
  const look = async (what: string) => {
    await expectFits(page, PHONE.width)
    await expectAccessible(page, what)
  }

  const guest = newEmail('guest')
  await page.goto(`/pay/${of('Ruth')}?as=guest&lang=es`)
  await expect(page.getByText(`Enviaremos el recibo a ${masked}.`)).toBeVisible()
  const field = page.getByLabel('Otro correo electrónico para el recibo (opcional)')
  const card = page.frameLocator('iframe[title="Marco de entrada de pago seguro"]')
  for (const [label, value] of [
    ['Número de tarjeta', '4242424242424242'],
    ['Fecha de caducidad', '12 / 40'],
    ['Código de seguridad', '123'],
    ['Código postal', '12345'],
  ] as const)
    await card.getByLabel(label).fill(value)
  await field.fill('tom at example')
  await page.getByRole('button', { name: /^Pagar \$/ }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Escriba una dirección de correo electrónico válida o deje el campo vacío.')
  await expect(field).toBeFocused()
  await look('an address for the receipt that is none')
  await field.fill(guest)
  await page.getByRole('button', { name: /^Pagar \$/ }).press('Enter')
  await expect(page.getByText(`Enviaremos el recibo a ${masked} y ${guest}.`)).toBeVisible()
  await look('paid, and where the receipt goes')
  await expect.poll(() => receipts(guest)).toHaveLength(1)
  const [mail] = await receipts(guest)
  expect(mail?.subject).toContain('Recibo: $250.00 por')
  expect((await receipts(email)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Recibo: $250.00')])
  // The address names no language, and the browser's is English.
  await page.goto(new URL(/\S+\/receipts\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname)
  await expect(page.getByRole('heading', { name: 'Recibo' })).toBeVisible()
  await look('a receipt in the language of its payment')
  await page.getByRole('link', { name: 'EN', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()

  // The guest is unknown, so the address can only come from the field; the same for a bank debit.
  await page.goto(`/pay/${of('Tom')}?as=guest&method=ach`)
  await form(page).getByLabel('Routing number').fill('110000000')
  await form(page).getByLabel('Account number').fill('000123456789')
  const other = newEmail('other')
  await page.getByLabel('E-mail address for the receipt (optional)').fill(other)
  await look('an address for the receipt of a bank debit')
  await pay(page)
  await expect(page.getByText(`We will send the receipt to ${other} once your bank has sent the money.`)).toBeVisible()
  expect(await receipts(other)).toEqual([])

  // The bill was paid in another tab meanwhile, and the page says so.
  await page.goto(`/pay/${of('Ann')}?as=guest`)
  await typeCard(page, '4242424242424242')
  const tab = await context.newPage()
  await tab.goto(`/pay/${of('Ann')}?as=guest`)
  await typeCard(tab, '4242424242424242')
  await pay(tab)
  await expect(tab.getByText(`${PAID} We will send the receipt to a****@`)).toBeVisible()
  await pay(page)
  await expect(page.getByText('This bill was paid elsewhere while this page was open. You were not charged here.')).toBeVisible()
  await look('paid in another tab')
  await context.close()
})
