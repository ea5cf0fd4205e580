import { inFull } from './figures.ts'
import { hold } from './hold.ts'
import { billed, billFor, billsOf, manual } from './network.ts'
import { expectReadable } from './reading-order.ts'
import { type Admin, expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const AMOUNT = 123.45

const claim = (admin: Admin, billId: string) => admin.api.post(`/assessments/${billId}/mark-as-paid`, { paymentMethod: 'zelle' })

const newBill = async (url: string) => {
  const admin = await newAdmin(url)
  const { program, bills } = await billed(admin, 1)
  const [bill] = bills
  if (!bill) throw new Error('No bill was made')
  return { admin, program, bill, path: `/pay/${bill.id}` }
}

test('the sheet keeps a margin at every width that shows its edges', async ({ page, product }) => {
  const { path } = await newBill(product.url)
  for (const width of [640, 768, 1024, 1100])
    for (const address of [path, `${path}?as=guest`]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(address)
      const box = await page.getByRole('main').boundingBox()
      expect(box?.x, `${address} at ${width}`).toBeGreaterThanOrEqual(20)
      expect(width - (box?.x ?? 0) - (box?.width ?? 0), `${address} at ${width}, right`).toBeGreaterThanOrEqual(20)
    }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the bill is readable, and can be paid by hand', async ({ page, product }) => {
    const { path, program } = await newBill(product.url)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(program.name)
    for (const part of [inFull(AMOUNT), 'Payor NumberA', 'Synod of the Plains', 'verified']) await expect(page.getByText(part).first()).toBeVisible()
    await page.getByRole('link', { name: 'Pay as Guest' }).click()
    await page.getByRole('link', { name: 'Wire' }).click()
    for (const part of Object.values(manual.Wire)) await expect(page.getByText(part).first()).toBeVisible()
    await page.getByRole('link', { name: 'Zelle' }).click()
    await expect(page.getByText(manual.Zelle.zelleContact).first()).toBeVisible()
    await page.getByLabel('I have sent this payment').check()
    await page.getByRole('button', { name: 'Mark as sent' }).click()
    await expect(page.getByText("Thanks! We've recorded your payment as sent.")).toBeVisible()
    await expect(page.getByText('Payment Pending')).toBeVisible()
    await page.goto(path)
    await expect(page.getByText('Payment has been submitted and is pending confirmation.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0)
  })

  for (const [lang, box, mark, said] of [
    ['en', 'I have sent this payment', 'Mark as sent', 'Please tick the box once you have sent the payment.'],
    ['es', 'Ya envié este pago', 'Marcar como enviado', 'Marque la casilla cuando haya enviado el pago.'],
  ] as const)
    test(`'Mark as sent' without the checkbox is refused, and the chosen method stays (${lang})`, async ({ page, product }) => {
      const { path, admin, bill } = await newBill(product.url)
      // Behaves like a browser that does not validate forms.
      await page.route(
        (url) => url.pathname === path,
        async (route) => {
          const answer = await route.fetch()
          await route.fulfill({ response: answer, body: (await answer.text()).replace(/(<input type="checkbox"[^>]*) required=""/, '$1') })
        },
        { times: 1 },
      )
      await page.goto(`${path}?as=guest&method=venmo&lang=${lang}`)
      const sent = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: mark }).click()
      expect((await sent).status()).toBe(400)
      await expect(page.getByRole('alert')).toHaveText(said)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('link', { name: 'Venmo' })).toHaveAttribute('aria-current', 'true')
      await expect(page.getByText(manual.Venmo.venmoHandle).first()).toBeVisible()
      const status = async () => (await admin.api.get<{ data: { status: string } }>(`/assessment-bills/${bill.id}`)).data.status
      expect(await status()).toBe('Unpaid')
      await page.getByLabel(box).check()
      await page.getByRole('button', { name: mark }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(await status()).toBe('PendingConfirmation')
    })

  test('the page is available in Spanish', async ({ page, product }) => {
    const { path } = await newBill(product.url)
    await page.goto(path)
    await page.getByRole('link', { name: 'ES', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByText(inFull(AMOUNT), { exact: true }).first()).toBeVisible()
  })
})

test('a payor withdraws a claim made by mistake', async ({ page, product }) => {
  const { path, admin, bill } = await newBill(product.url)
  await page.goto(`${path}?as=guest`)
  await page.getByRole('tab', { name: 'Venmo' }).click()
  await page.getByLabel('I have sent this payment').check()
  const letGo = await hold(page, '**/api/assessments/*/mark-as-paid')
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByRole('button', { name: 'Marking as sent...' })).toBeVisible()
  letGo()
  await expect(page.getByText("Thanks! We've recorded your payment as sent.").first()).toBeVisible()
  await expectReadable(page, 'sent')
  // While a payment is pending, the bill is loaded with masked account numbers.
  await page.reload()
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(page.getByText('Payment Pending')).toHaveCount(0)
  await expect(page.getByText('The payment is no longer marked as sent. The bill is open again.')).toBeAttached()
  const { data } = await admin.api.get<{ data: { status: string } }>(`/assessment-bills/${bill.id}`)
  expect(data.status).toBe('Unpaid')
  await page.getByRole('tab', { name: 'Wire' }).click()
  await expect(page.locator('#method-panel')).toContainText(manual.Wire.accountNumber)
})

test('withdraws a claim that was sent before the script loaded', async ({ page, product }) => {
  const { path } = await newBill(product.url)
  let isLate = true
  await page.route('**/pay-assets/*', (route) => (isLate ? route.abort() : route.continue()))
  await page.goto(`${path}?as=guest&method=zelle`)
  await page.getByLabel('I have sent this payment').check()
  isLate = false
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText("Thanks! We've recorded your payment as sent.")).toBeVisible()
  await page.getByRole('button', { name: 'I made a mistake' }).waitFor()
  // Reloading does not send the form again.
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest())
  await page.reload()
  expect((await reloaded).method()).toBe('GET')
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(page.getByText('The payment is no longer marked as sent. The bill is open again.')).toBeAttached()
})

for (const lang of ['en', 'es'] as const)
  test(`'Mark as sent' pressed twice before the script loads can be withdrawn (${lang})`, async ({ page, product }) => {
    await page.setViewportSize({ width: 380, height: 780 })
    const { path, admin, bill } = await newBill(product.url)
    const words = {
      en: ['I have sent this payment', 'Mark as sent', 'I made a mistake', 'The payment is no longer marked as sent. The bill is open again.'],
      es: [
        'Ya envié este pago',
        'Marcar como enviado',
        'Me equivoqué',
        'El pago ya no está marcado como enviado. La factura vuelve a estar pendiente.',
      ],
    }[lang]
    const [sent = '', mark = '', mistake = '', taken = ''] = words
    let isLate = true
    await page.route('**/pay-assets/*', (route) => (isLate ? route.abort() : route.continue()))
    await page.goto(`${path}?as=guest&method=zelle&lang=${lang}`)
    await page.getByLabel(sent).check()
    // The first press reaches the server, but a second press makes the browser drop its answer.
    const reached = new Promise<number>((resolve) => {
      void page.route(
        (url) => url.pathname === path,
        async (route) => {
          // The answer is fetched by the test, so it must add the Origin header that the browser would send.
          const answer = await route.fetch({ headers: { ...route.request().headers(), origin: product.url } })
          // Like a browser that starts another navigation: the page stays.
          await route.abort('aborted')
          resolve(answer.status())
        },
        { times: 1 },
      )
    })
    const press = page.getByRole('button', { name: mark })
    await press.click({ noWaitAfter: true })
    expect(await reached).toBe(200)
    isLate = false
    await press.click()
    await page.getByRole('button', { name: mistake }).click()
    await expect(page.getByText(taken)).toBeAttached()
    await expect(page.getByLabel(sent)).toBeVisible()
    const { data } = await admin.api.get<{ data: { type: string }[] }>(`/assessment-bills/${bill.id}/history`)
    expect(data.map(({ type }) => type).filter((type) => type.includes('Claim'))).toEqual(['PaymentClaimed', 'PaymentClaimWithdrawn'])
  })

test('withdraws a claim whose response was lost, after a reload', async ({ page, product }) => {
  const { path, admin, bill } = await newBill(product.url)
  await page.goto(`${path}?as=guest&method=zelle`)
  await page.getByLabel('I have sent this payment').check()
  await page.route(
    '**/mark-as-paid',
    async (route) => {
      await route.fetch()
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(page.getByText('The payment is no longer marked as sent. The bill is open again.')).toBeAttached()
  const { data } = await admin.api.get<{ data: { type: string }[] }>(`/assessment-bills/${bill.id}/history`)
  expect(data.map(({ type }) => type).filter((type) => type.includes('Claim'))).toEqual(['PaymentClaimed', 'PaymentClaimWithdrawn'])
})

test('a withdrawn claim is announced only once the bill is open, and the focus moves to the bill', async ({ page, product }) => {
  const { path, admin, bill } = await newBill(product.url)
  const send = async () => {
    await page.goto(`${path}?as=guest&method=zelle`)
    await page.getByLabel('I have sent this payment').check()
    await page.getByRole('button', { name: 'Mark as sent' }).click()
  }
  const takeBack = () => page.getByRole('button', { name: 'I made a mistake' }).press('Enter')
  const said = page.getByText('The payment is no longer marked as sent. The bill is open again.')
  await send()
  await expect(page.getByText('Payment Pending')).toBeVisible()
  // Simulates a read model that lags: the claim is withdrawn, but the bill still shows it.
  const pending = await (await page.request.get(`/api/assessment-bills/${bill.id}`)).json()
  await page.route(
    '**/api/assessments/*/mark-as-paid',
    async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'vestry-lag': 'true' } })
    },
    { times: 1 },
  )
  await page.route(`**/api/assessment-bills/${bill.id}`, (route) => route.fulfill({ json: pending }), { times: 2 })
  await takeBack()
  await expect(said).toBeAttached()
  await expect(page.getByLabel('I have sent this payment')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your bill' })).toBeFocused()

  await send()
  await expect(page.getByText('Payment Pending')).toBeVisible()
  await admin.api.put(`/assessment-bills/${bill.id}/mark-as-paid`, {})
  await takeBack()
  await expect(page.getByText('This assessment has been paid in full.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your bill' })).toBeFocused()
  await expect(said).toHaveCount(0)
})

test("a page restored from the browser's cache shows the current state of its claim", async ({ page, product }) => {
  const { path, admin, bill } = await newBill(product.url)
  await page.goto(`${path}?as=guest&method=zelle`)
  await page.getByLabel('I have sent this payment').check()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('Payment Pending')).toBeVisible()
  await admin.api.post(`/assessment-bills/${bill.id}/not-received`, { reason: 'Nothing came' })
  // The tests' browser keeps no pages in memory, so this dispatches the event that a restored page gets.
  await page.evaluate(() => void setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })), 100))
  await expect(page.getByLabel('I have sent this payment')).toBeVisible()
  await expect(page.getByText('Payment Pending')).toHaveCount(0)
})

test('an Admin who is the payor sees full account numbers, also after the bill reloads', async ({ page, product }) => {
  const { admin, program } = await newBill(product.url)
  await admin.api.upload(program.id, `firstName,lastName,email\nAda,Ferreira,${admin.email}`)
  const mine = (await billsOf(admin.api, program)).find(({ individualMember }) => individualMember?.firstName === 'Ada')
  await signIn(page, admin.email)
  await page.goto(`/pay/${mine?.id}?method=wire`)
  await expect(page.getByText('You are signed in as Ada Ferreira.')).toBeVisible()
  await expect(page.locator('#method-panel')).toContainText(manual.Wire.accountNumber)
  await page.getByLabel('I have sent this payment').check()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(page.locator('#method-panel')).toContainText(manual.Wire.accountNumber)
})

test('a guest mails a check, which counts once the Admin confirms it', async ({ page, product }) => {
  const { path, admin } = await newBill(product.url)
  await page.goto(`${path}?as=guest`)
  const tabs = page.getByRole('tablist', { name: 'How to pay' }).getByRole('tab')
  await expect(tabs).toHaveText(['ACH', 'Wire', 'Zelle', 'PayPal', 'Venmo', 'CashApp', 'Check'])
  await tabs.last().click()
  const panel = page.getByRole('tabpanel', { name: 'Check' })
  for (const part of [inFull(AMOUNT), manual.Check.payableTo, 'We record it when it arrives', 'in the memo']) await expect(panel).toContainText(part)
  // The address keeps its line breaks, as on an envelope.
  expect(await panel.innerText()).toContain(manual.Check.mailingAddress)
  const address = panel.getByRole('listitem').filter({ hasText: manual.Check.mailingAddress }).last().locator('p')
  const edges = await address.evaluate((row) => {
    const value = document.createRange()
    value.selectNodeContents(row)
    const label = row.firstElementChild
    if (label) value.setStartAfter(label)
    return {
      label: label?.getBoundingClientRect().right ?? 0,
      lines: [...value.getClientRects()].filter(({ width }) => width > 0).map(({ left }) => left),
    }
  })
  expect(edges.lines).toHaveLength(2)
  for (const left of edges.lines) expect(left, 'each line of the address starts beside its label').toBeCloseTo(edges.label, 0)
  await expectReadable(page, 'a check')
  await panel.getByLabel('I have sent this payment').check()
  await panel.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('Payment has been submitted and is pending confirmation.')).toBeVisible()

  await signIn(page, admin.email)
  await page.goto('/payors?tab=assessment-bills&status=PendingConfirmation')
  await page.getByRole('button', { name: 'Actions, Payor NumberA' }).click()
  await page.getByRole('menuitem', { name: 'Mark as Paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as Paid' })
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/payors')
  const payment = page.getByRole('table', { name: 'Payments' }).locator('tbody tr')
  await expect(payment).toHaveCount(1)
  for (const part of ['Check', inFull(AMOUNT)]) await expect(payment).toContainText(part)
})

test('someone else cannot withdraw the claim', async ({ page, product }) => {
  const { path, admin, bill } = await newBill(product.url)
  await claim(admin, bill.id)
  await page.goto(path)
  await expect(page.getByText('Payment Pending')).toBeVisible()
  await expect(page.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)
})

test('each status has its banner and no payment methods', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { program, bills } = await billed(admin, 4)
  const [paid, pending, archived, open] = bills
  if (!paid || !pending || !archived || !open) throw new Error('Bills are missing')
  await admin.api.put(`/assessment-bills/${paid.id}/mark-as-paid`, {})
  await claim(admin, pending.id)
  await admin.api.put(`/assessment-bills/${archived.id}/archive`, {})
  await page.goto(`/pay/${open.id}`)
  await expectReadable(page, 'the choice')
  await page.getByRole('link', { name: 'Pay as Guest' }).click()
  await expect(page.getByRole('tablist')).toBeVisible()
  await expectReadable(page, 'the methods')
  await admin.api.put(`/assessment-programs/${program.id}/status`, { status: 'Completed' })

  const states = [
    [paid.id, 'Payment Completed', 'This assessment has been paid in full.'],
    [pending.id, 'Payment Pending', 'Payment has been submitted and is pending confirmation.'],
    [open.id, 'Payment Not Available', 'This assessment program is not currently accepting payments.'],
    [archived.id, 'Payment Not Available', 'This assessment has been archived. Nothing is due.'],
  ] as const
  for (const [id, title, text] of states) {
    await page.goto(`/pay/${id}`)
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pay as Guest' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0)
    await expectReadable(page, text)
  }
  const answer = await page.goto('/pay/AAAAAAAAAAAAAAAAAAAAAA')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Assessment not found.')).toBeVisible()
  await expectReadable(page, 'not found')
})

test("opening someone else's bill signs nobody out until they choose to", async ({ page, product }) => {
  const { path, admin } = await newBill(product.url)
  await page.setViewportSize({ width: 375, height: 667 })
  await signIn(page, admin.email)
  await page.goto(path)
  for (const said of ['You are signed in as Ada Ferreira.', 'This bill belongs to somebody else.']) await expect(page.getByText(said)).toBeVisible()
  await expect(page).toHaveURL(path)
  await expectReadable(page, 'the bill of somebody else')
  await page.getByRole('link', { name: 'Pay as Guest' }).click()
  await page.getByRole('tab', { name: 'Zelle' }).click()
  await page.getByLabel('I have sent this payment').check()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText("Thanks! We've recorded your payment as sent.").first()).toBeVisible()
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Ada.')).toBeVisible()

  await page.goto(path)
  const loggedOut = page.waitForResponse(/\/auth\/logout/)
  await page.getByRole('link', { name: 'Sign Out', exact: true }).click()
  await loggedOut
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('link', { name: 'Sign In & Pay' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL((url) => url.pathname === '/login')
})

test('a page rendered during a database outage signs nobody out either', async ({ page, product }) => {
  const { path, admin } = await newBill(product.url)
  await signIn(page, admin.email)
  await page.route(
    path,
    async (route) => {
      const answer = await route.fetch()
      const undrawn = (data: string) => JSON.stringify({ ...JSON.parse(data), bill: null, failed: true })
      const body = (await answer.text()).replace(/(?<=id="pay-data">).*(?=<\/script>)/, undrawn)
      await route.fulfill({ response: answer, status: 503, body })
    },
    { times: 1 },
  )
  await page.goto(path)
  await page.getByRole('link', { name: 'Try Again' }).click()
  for (const said of ['You are signed in as Ada Ferreira.', 'This bill belongs to somebody else.']) await expect(page.getByText(said)).toBeVisible()
  await expect(page).toHaveURL(path)
})

test('a payor signs in and sees paid and open bills', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { program } = await billed(admin, 1)
  const email = newEmail('grace')
  const mine = await billFor(admin, program, ['Grace', 'Hall'], email)
  await admin.api.join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  await page.goto(`/pay/${mine.id}`)
  await page.getByRole('link', { name: 'Sign In & Pay' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('You are signed in as Grace Hall.')).toBeVisible()
  await expectReadable(page, 'signed in')
  await page.getByRole('tab', { name: 'View My Assessments' }).click()
  await expect(page.getByText(program.name).first()).toBeVisible()
  await expectReadable(page, 'my assessments')
  await page.getByRole('tab', { name: 'My Paid Assessments' }).click()
  await expect(page.getByText('No assessments found')).toBeVisible()
})
