import type { Browser, Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import { readPdf } from '../testing/pdf-text.ts'
import { startChurchSite } from './church-site.ts'
import { hold } from './hold.ts'
import { attach, billsOf } from './network.ts'
import { type EnglishOn, englishOn, spanishNetwork, spanishPeople, spanishProfile, spanishProgram } from './spanish.ts'
import { takesCards } from './stripe.ts'
import { type Admin, expect, newEmail, PASSWORD, signIn, test } from './test.ts'

// The browser is English: only the network's links ask for Spanish.
test.use({ viewport: { width: 375, height: 700 } })

let english: EnglishOn
test.beforeEach(() => {
  english = englishOn()
})
test.afterEach(() => expect(english.found(), 'English on Spanish pages').toEqual([]))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const billed = async (url: string, count: number, more: object = {}, methods: object = {}) => {
  const admin = await spanishNetwork(url)
  const program = await spanishProgram(admin, more)
  await attach(admin, program, await spanishProfile(admin, methods))
  if (count > 0) await admin.api.upload(program.id, spanishPeople(count))
  const bills = await billsOf(admin.api, program)
  return { admin, program, bills, path: (bill: Bill | undefined, more = '') => `/pay/${bill?.id}?lang=es${more}` }
}

const byCard = async (url: string, count: number) => {
  const admin = await spanishNetwork(url)
  const profile = await spanishProfile(admin, { ACH: { isEnabled: false }, Credit: { isEnabled: true } })
  await takesCards(admin, profile)
  const program = await spanishProgram(admin)
  await attach(admin, program, profile)
  await admin.api.upload(program.id, spanishPeople(count))
  return { admin, profile, program, bills: await billsOf(admin.api, program) }
}

const form = (page: Page) => page.frameLocator('iframe[title="Marco de entrada de pago seguro"]')
const typeCard = async (page: Page, number: string) => {
  await form(page).getByLabel('Número de tarjeta').fill(number)
  await form(page).getByLabel('Fecha de caducidad').fill('12 / 40')
  await form(page).getByLabel('Código de seguridad').fill('123')
  await form(page).getByLabel('Código postal').fill('12345')
}
const press = (page: Page) => button(page, /^Pagar \$/).press('Enter')

const signedIn = async (page: Page, admin: Admin, url: string, programId: string) => {
  const email = newEmail('ines')
  await admin.api.upload(programId, `firstName,lastName,email\nInés,Hallada,${email}`)
  await new DemoClient(url).join({ email, firstName: 'Inés', lastName: 'Hallada' }, PASSWORD)
  await signIn(page, email)
  return email
}

test('shows a bill, each way to send the money, and the outcome in Spanish', async ({ page, product }) => {
  const { admin, bills, path } = await billed(product.url, 2)
  const [bill] = bills
  await page.goto(path(bill))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cuota anual')
  await english.look(page, 'the choice')
  await page.getByRole('link', { name: 'Pagar como invitado' }).click()
  for (const name of ['ACH', 'Transferencia', 'Zelle', 'PayPal', 'Venmo', 'CashApp', 'Cheque']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await english.look(page, name)
  }
  await button(page, /^Copiar/)
    .first()
    .click()
  await english.look(page, 'copied')
  const box = page.getByLabel('Ya envié este pago')
  for (const [answer, what] of [
    [{ status: 409, json: { code: 'not-payable', message: 'The bill cannot be paid right now.' } }, 'refused'],
    [{ status: 429, json: { code: 'slow-down', message: 'Too many attempts.' } }, 'too often'],
    [{ status: 500, json: { message: 'Something went wrong' } }, 'an unknown refusal'],
  ] as const) {
    await page.route('**/mark-as-paid', (route) => route.fulfill(answer), { times: 1 })
    await box.check()
    await button(page, 'Marcar como enviado').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await english.look(page, what)
  }
  await page.route('**/mark-as-paid', (route) => route.abort(), { times: 1 })
  await button(page, 'Marcar como enviado').click()
  await expect(page.getByRole('alert')).toContainText('No se pudo marcar')
  await english.look(page, 'offline')
  const letGo = await hold(page, '**/mark-as-paid')
  await button(page, 'Marcar como enviado').click()
  await english.look(page, 'marking')
  letGo()
  await expect(page.getByText('Registramos su pago').first()).toBeVisible()
  await english.look(page, 'sent')
  await page.route('**/mark-as-paid', (route) => route.abort(), { times: 1 })
  await button(page, 'Me equivoqué').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await english.look(page, 'not taken back')
  await button(page, 'Me equivoqué').click()
  await expect(page.getByText('El pago ya no está marcado como enviado.')).toBeAttached()
  await english.look(page, 'taken back')

  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 23.45, method: 'check', reference: '1042' })
  await page.goto(path(bill))
  await expect(page.getByText('Pagos hasta ahora')).toBeVisible()
  await english.look(page, 'partly paid')
  await page.getByRole('link', { name: /^Recibo/ }).click()
  await expect(page.getByRole('heading', { name: 'Recibo' })).toBeVisible()
  await english.look(page, 'the receipt of a part')
  await admin.api.put(`/assessment-bills/${bill?.id}/mark-as-paid`, {})
  await page.goto(path(bill))
  await expect(page.getByText('Pagada', { exact: true })).toBeVisible()
  await english.look(page, 'paid')
  await page.getByRole('link', { name: 'Ver su recibo' }).click()
  await english.look(page, 'the receipt')
  await page.getByRole('link', { name: /^Prueba/ }).click()
  await expect(page.getByRole('status')).toContainText('Este pago está en los libros')
  await english.look(page, 'the proof')
  await page.goto('/proofs/none?lang=es')
  await english.look(page, 'no proof')
})

test('shows bills in which nothing can be paid, and payments that were taken back, in Spanish', async ({ page, product }) => {
  const { admin, program, bills, path } = await billed(product.url, 5)
  const [archived, pending, paid, reversed, open] = bills
  await admin.api.put(`/assessment-bills/${archived?.id}/archive`, {})
  await admin.api.post(`/assessments/${pending?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  for (const [bill, method] of [
    [paid, 'cash'],
    [reversed, 'other'],
  ] as const)
    await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 50, method })
  const payments = (await admin.api.get<{ data: { id: string; billId: string }[] }>('/payments')).data
  const mistaken = payments.find(({ billId }) => billId === reversed?.id)
  await admin.api.post(`/assessment-bills/${reversed?.id}/reversals`, { paymentId: mistaken?.id, reason: 'Un error' })
  const look = async (address: string, what: string) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await english.look(page, what)
  }
  await look(path(archived), 'archived')
  await look(`/pay/${archived?.id}/receipts/none?lang=es`, 'a receipt of an archived bill')
  await look(path(pending), 'pending')
  for (const { id, billId } of payments) await look(`/pay/${billId}/receipts/${id}?lang=es`, `the receipt ${id}`)
  for (const bill of [paid, reversed]) await look(path(bill), 'partly paid, or not any more')
  await look('/pay/AAAAAAAAAAAAAAAAAAAAAA?lang=es', 'no such bill')
  await look('/pay/AAAAAAAAAAAAAAAAAAAAAA/bill.pdf?lang=es', 'no such paper')
  await look(`/pay/${open?.id}/receipts/none?lang=es`, 'no such receipt')
  await admin.api.put(`/assessment-programs/${program.id}/status`, { status: 'Completed' })
  await look(path(open), 'a closed program')
})

test('shows bills without a way to pay, and a bill that fails to load, in Spanish', async ({ page, product }) => {
  const { admin, bills, path } = await billed(product.url, 1)
  const off = Object.fromEntries(['Wire', 'ACH', 'Zelle', 'PayPal', 'Venmo', 'CashApp', 'Check'].map((name) => [name, { isEnabled: false }]))
  const program = await spanishProgram(admin)
  // Cards only, which the account does not accept yet.
  await attach(admin, program, await spanishProfile(admin, { ...off, Credit: { isEnabled: true } }))
  await admin.api.upload(program.id, spanishPeople(1))
  await page.goto(path((await billsOf(admin.api, program))[0]))
  await expect(page.getByText('Pregunte cómo pagar:')).toBeVisible()
  await english.look(page, 'no methods')
  const address = path(bills[0])
  await page.route(
    (url) => url.pathname === `/pay/${bills[0]?.id}`,
    async (route) => {
      const answer = await route.fetch()
      const without = (data: string) => JSON.stringify({ ...JSON.parse(data), bill: null, failed: true })
      await route.fulfill({ response: answer, status: 503, body: (await answer.text()).replace(/(?<=id="pay-data">).*(?=<\/script>)/, without) })
    },
    { times: 1 },
  )
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'No se pudo cargar' })).toBeVisible()
  await english.look(page, 'failed')
  const call = `**/api/assessment-bills/${bills[0]?.id}`
  const letGo = await hold(page, call, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Down' } }))
  await page.getByRole('link', { name: 'Reintentar' }).click()
  await english.look(page, 'trying again')
  letGo()
  await expect(page.getByRole('alert')).toContainText('Tampoco se pudo cargar')
  await english.look(page, 'failed again')
})

test('shows payments by card and from a bank account, and their failures, in Spanish', async ({ page, product }) => {
  const { admin, bills } = await byCard(product.url, 3)
  const [card, debit, changed] = bills
  await page.goto(`/pay/${card?.id}?lang=es&as=guest`)
  await form(page).getByLabel('Número de tarjeta').waitFor()
  await english.look(page, 'the card form')
  await press(page)
  await expect(form(page).getByText('El número de tarjeta está incompleto.')).toBeVisible()
  await english.look(page, 'an incomplete card')
  for (const number of ['4000000000000002', '4000000000000069', '4000000000000119']) {
    await typeCard(page, number)
    await press(page)
    await expect(page.getByRole('alert').filter({ hasText: /\.$/ }).first()).toBeVisible()
    await english.look(page, `the card ${number}`)
  }
  await page.route('**/api/payments/create-intent', (route) => route.abort(), { times: 1 })
  await page.reload()
  await expect(button(page, 'Reintentar')).toBeVisible()
  await english.look(page, 'no form')
  await button(page, 'Reintentar').click()
  await typeCard(page, '4000002760003184')
  await press(page)
  const question = page.frameLocator('iframe[title="Autenticación 3D Secure"]').getByRole('button', { name: 'Rechazar' })
  await question.focus()
  await english.look(page, 'the question of the bank')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await english.look(page, 'not authenticated')
  await typeCard(page, '4242424242424242')
  await press(page)
  await expect(page.getByText('¡Pago realizado!')).toBeVisible()
  await english.look(page, 'paid by card')

  await page.goto(`/pay/${debit?.id}?lang=es&as=guest&method=ach`)
  await form(page).getByLabel('Número de ruta').fill('110000000')
  await form(page).getByLabel('Número de cuenta').fill('000222222227')
  await english.look(page, 'the bank form')
  const confirming = page.waitForRequest((request) => request.url().endsWith('/api/payments/confirm'))
  await press(page)
  const { paymentIntentId } = (await confirming).postDataJSON() as { paymentIntentId: string }
  await expect(page.getByText('Pedimos el dinero a su banco.').first()).toBeVisible()
  await english.look(page, 'a debit under way')
  await admin.api.post(`/sandbox/stripe/intents/${paymentIntentId}/settle`, {})
  await expect.poll(async () => (await admin.api.get<{ data: Bill }>(`/assessment-bills/${debit?.id}`)).data.status).toBe('Failed')
  await page.goto(`/pay/${debit?.id}?lang=es`)
  await expect(page.getByText('Débito bancario devuelto')).toBeVisible()
  await english.look(page, 'a returned debit')

  await page.goto(`/pay/${changed?.id}?lang=es&as=guest`)
  await typeCard(page, '4242424242424242')
  await admin.api.post(`/assessment-bills/${changed?.id}/receipts`, { amount: 10, method: 'check' })
  await press(page)
  await expect(page.getByText(/El monto cambió/)).toBeVisible()
  await english.look(page, 'another amount')
})

test("shows a signed-in payor's saved cards and lists, and the bill of somebody else, in Spanish", async ({ page, product }) => {
  const { admin, program, bills } = await byCard(product.url, 1)
  const email = await signedIn(page, admin, product.url, program.id)
  const all = await billsOf(admin.api, program)
  const mine = all.find(({ individualMember }) => individualMember?.lastName === 'Hallada')
  await page.goto(`/pay/${bills[0]?.id}?lang=es`)
  await expect(page.getByText('Esta factura es de otra persona.')).toBeVisible()
  await english.look(page, 'the bill of somebody else')
  await page.goto(`/pay/${mine?.id}?lang=es`)
  await expect(page.getByText('Inició sesión como Inés Hallada.')).toBeVisible()
  await english.look(page, 'signed in')
  await page.getByRole('tab', { name: 'Mis cuotas pagadas' }).click()
  await expect(page.getByText('No se encontraron cuotas')).toBeVisible()
  await english.look(page, 'nothing paid')
  const list = '**/api/my/listAssessmentBills*'
  await page.route(list, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Down' } }))
  await page.getByRole('tab', { name: 'Ver mis cuotas' }).click()
  await expect(page.getByText('Error al cargar sus cuotas')).toBeVisible()
  await english.look(page, 'a list that fails')
  await button(page, 'Reintentar').click()
  await expect(page.getByText('Tampoco se pudo cargar')).toBeVisible()
  await english.look(page, 'a list that fails again')
  await page.unroute(list)
  await button(page, 'Reintentar').click()
  const pay = page.getByRole('link', { name: 'Pagar ahora' })
  await expect(pay).toBeVisible()
  await english.look(page, 'my assessments')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('link', { name: 'Pagar', exact: true })).toBeVisible()
  await english.look(page, 'my assessments, wide')
  await page.getByRole('link', { name: 'Pagar', exact: true }).click()
  await expect(page.getByText('Inició sesión como Inés Hallada.')).toBeVisible()
  await english.look(page, 'a bill from the list')
  await page.setViewportSize({ width: 375, height: 700 })
  await typeCard(page, '4242424242424242')
  await page.getByLabel('Guardar esta tarjeta').press('Space')
  await press(page)
  await expect(page.getByText('¡Pago realizado!')).toBeVisible()
  await english.look(page, 'paid and saved')

  const second = await spanishProgram(admin, { name: 'Cuota de verano' })
  await attach(admin, second, (await admin.api.get<{ data: { id: string }[] }>('/payment-profiles')).data[0] as never)
  await admin.api.upload(second.id, `firstName,lastName,email\nInés,Hallada,${email}`)
  const next = (await billsOf(admin.api, second))[0]
  await page.goto(`/pay/${next?.id}?lang=es`)
  const remove = button(page, /^Quitar Visa/)
  await expect(remove).toBeVisible()
  await english.look(page, 'saved cards')
  await remove.click()
  await english.look(page, 'the question')
  await page.route('**/api/my/payment-methods/*', (route) => route.abort(), { times: 1 })
  await button(page, 'Quitar').click()
  await expect(page.getByRole('alert')).toContainText('No se pudo quitar.')
  await english.look(page, 'not removed')
  await button(page, 'Quitar').click()
  await expect(page.getByText(/^Se quitó/)).toBeVisible()
  await english.look(page, 'removed')
})

/** A payor reached by mail; `mailed` finds a link in their mail. */
const mailed = async (admin: Admin, programId: string) => {
  const email = newEmail('ines')
  await admin.api.upload(programId, `firstName,lastName,email\nInés,Correo,${email}`)
  const mails = async () =>
    (await admin.api.get<{ data: { subject: string; text: string; html: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)).data
  const link = async (path: string) => {
    const found = async () => (await mails()).map(({ text }) => new RegExp(`https?://\\S+/${path}/[^\\s>]+`).exec(text)?.[0]).find(Boolean) ?? ''
    await expect.poll(found).not.toBe('')
    return found()
  }
  return { email, mails, link }
}

const opened = async (browser: Browser, url: string, javaScriptEnabled: boolean) =>
  (await browser.newContext({ baseURL: url, viewport: { width: 375, height: 700 }, javaScriptEnabled })).newPage()

test('shows the way to find a bill in Spanish', async ({ page, product }) => {
  const { admin, program, bills } = await billed(product.url, 1)
  const payor = await mailed(admin, program.id)
  const { slug } = await admin.api.get<{ slug: string }>(`/networks/${admin.network.id}`)
  await page.goto(`/find/${slug}?lang=es`)
  await english.look(page, 'the form')
  await page.getByLabel('Correo electrónico').fill('ines@localhost')
  await button(page, 'Enviarme un enlace').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await english.look(page, 'a wrong address')
  await page.getByLabel('Código de la factura').fill('ABCDEFGH')
  await page.getByLabel('Apellido, o nombre de la congregación').fill('Nadie')
  await button(page, 'Abrir la factura').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await english.look(page, 'a wrong code')
  await page.getByLabel('Correo electrónico').fill(payor.email)
  await button(page, 'Enviarme un enlace').click()
  await expect(page.getByText('le enviamos un enlace')).toBeVisible()
  await english.look(page, 'mailed')
  const link = await payor.link('find')
  await page.goto(link)
  await english.look(page, 'the link')
  await button(page, 'Mostrar mis facturas').click()
  await expect(page.getByRole('link', { name: /^Ver y pagar/ })).toBeVisible()
  await english.look(page, 'the list')
  await page.getByRole('link', { name: /^Ver y pagar/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cuota anual')
  await english.look(page, 'a bill of the list')
  // Another browser: the old one keeps the list.
  await page.context().clearCookies()
  await page.goto(link)
  await english.look(page, 'a used link')
  await page.getByRole('link', { name: 'Pedir un enlace nuevo' }).click()
  await english.look(page, 'the form again')
  await page.getByLabel('Código de la factura').fill(bills[0]?.code ?? '')
  await page.getByLabel('Apellido, o nombre de la congregación').fill('ÑandúA')
  await button(page, 'Abrir la factura').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cuota anual')
  await english.look(page, 'a printed bill')
  await page.goto('/find/ninguna-red?lang=es')
  await english.look(page, 'no such network')
})

test('shows reminders, mails and the bill on paper in Spanish', async ({ browser, page, product }) => {
  const { admin, program } = await billed(product.url, 0, { dueDate: '2150-06-30' })
  const payor = await mailed(admin, program.id)
  await admin.api.put(`/assessment-programs/${program.id}/campaign/status`, { status: 'Active' })
  const link = await payor.link('reminders')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Recordatorios' })).toBeVisible()
  await english.look(page, 'reminders')
  await button(page, 'No recibir más recordatorios').click()
  await expect(page.getByText('Ya no recibirá más recordatorios.')).toBeVisible()
  await english.look(page, 'stopped')
  await button(page, 'Recibir recordatorios de nuevo').click()
  await expect(page.getByText('Volverá a recibir recordatorios.')).toBeVisible()
  await english.look(page, 'reminders again')
  await page.goto('/reminders/none?lang=es')
  await expect(page.getByText('Este enlace no es válido.')).toBeVisible()
  await english.look(page, 'a link that is not valid')

  const [bill] = (await billsOf(admin.api, program)).filter(({ individualMember }) => individualMember?.lastName === 'Correo')
  await admin.api.post(`/assessments/${bill?.id}/mark-as-paid`, { paymentMethod: 'check' })
  await admin.api.post(`/assessment-bills/${bill?.id}/not-received`, { reason: 'No ha llegado' })
  const paper = async (what: string) => {
    const pdf = readPdf(await (await page.request.get(`/pay/${bill?.id}/bill.pdf?lang=es`)).body())
    for (const { lines } of pdf) for (const line of lines) english.inText(what, line)
    expect(pdf[0]?.lines.length).toBeGreaterThan(10)
  }
  await paper('a bill on paper')
  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 23.45, method: 'cash' })
  await paper('a partly paid bill on paper')
  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 100, method: 'check', reference: '1042' })
  await paper('a receipt on paper')

  await expect.poll(async () => (await payor.mails()).length).toBeGreaterThanOrEqual(4)
  const reader = await opened(browser, product.url, false)
  for (const { subject, text, html } of await payor.mails()) {
    english.inText(`the mail '${subject}'`, subject)
    for (const line of text.split('\n')) english.inText(`the mail '${subject}'`, line)
    await reader.setContent(html)
    await english.look(reader, `the mail '${subject}'`)
  }
  await reader.context().close()
})

test("shows the tag on a church's site in Spanish", async ({ page, product }) => {
  const site = await startChurchSite(product.url)
  try {
    const { admin, bills } = await billed(product.url, 1)
    await admin.api.put(`/networks/${admin.network.id}`, { embedOrigins: [site.origin] })
    const script = `<script async src="${product.url}/v1.js"></script>`
    const look = async (tag: string, what: string) => {
      site.show(`${script}<main lang="es">${tag}</main>`)
      await page.goto(site.url)
      await page.evaluate(() => {
        document.documentElement.lang = 'es'
        document.title = 'Iglesia'
      })
      if (tag.includes('mode')) await expect(page.locator('vestry-pay').getByRole('link')).toBeVisible()
      else await expect(page.frameLocator('vestry-pay iframe').getByRole('heading', { level: 1 })).toBeVisible()
      await english.look(page, what)
    }
    await look(`<vestry-pay bill="${bills[0]?.id}" locale="es" mode="button"></vestry-pay>`, 'the tag as a button')
    await look(`<vestry-pay bill="${bills[0]?.id}" locale="es" loading="eager"></vestry-pay>`, 'the tag with a bill')
    await look(`<vestry-pay network="${admin.network.id}" locale="es" loading="eager"></vestry-pay>`, 'the tag with a form')
  } finally {
    await site.stop()
  }
})

for (const javaScriptEnabled of [true, false])
  test(`a change to Spanish leaves no English, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({ browser, product }) => {
    const { bills } = await byCard(product.url, 1)
    const page = await opened(browser, product.url, javaScriptEnabled)
    const change = async (what: string) => {
      await page.getByRole('link', { name: 'ES', exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'es')
      await english.look(page, `${what}, then Spanish`)
    }
    for (const address of [
      `/pay/${bills[0]?.id}?as=guest&method=check`,
      `/pay/${bills[0]?.id}?as=guest`,
      '/pay/AAAAAAAAAAAAAAAAAAAAAA',
      '/find/ninguna-red',
    ]) {
      await page.goto(address)
      await change(address)
    }
    await page.context().close()
  })

test('a sentence that is already shown changes its language with the page', async ({ page, product }) => {
  const { admin, program, bills } = await byCard(product.url, 1)
  const change = async (what: string) => {
    await page.getByRole('link', { name: 'ES', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await english.look(page, `${what}, then Spanish`)
  }
  const [bill] = bills
  await page.goto(`/pay/${bill?.id}?as=guest&method=zelle`)
  await page.route(
    '**/mark-as-paid',
    (route) => route.fulfill({ status: 409, json: { code: 'not-payable', message: 'This bill cannot be paid now.' } }),
    { times: 1 },
  )
  await page.getByLabel('I have sent this payment').check()
  await button(page, 'Mark as sent').click()
  await expect(page.getByRole('alert')).toContainText('This bill cannot be paid now.')
  await change('a refusal')
  await page.route('**/api/payments/create-intent', (route) => route.abort(), { times: 1 })
  await page.goto(`/pay/${bill?.id}?as=guest`)
  await expect(page.getByRole('alert')).toContainText('Network error.')
  await change('a form that failed')
  await signedIn(page, admin, product.url, program.id)
  const mine = (await billsOf(admin.api, program)).find(({ individualMember }) => individualMember?.lastName === 'Hallada')
  await page.route('**/api/my/listAssessmentBills*', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'It is down.' } }))
  await page.goto(`/pay/${mine?.id}`)
  await page.getByRole('tab', { name: 'View My Assessments' }).click()
  await expect(page.getByText('It is down.')).toBeVisible()
  await change('a list that failed')
})
