import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { mailed } from './mail.ts'
import { attach, manual, newProfile, newProgram } from './network.ts'
import { type Admin, expect, newEmail, test } from './test.ts'

/** A program whose first payor has an e-mail address and whose other payors have none. */
const billed = async (admin: Admin, email: string, paper: readonly string[] = []) => {
  const program = await newProgram(admin, { dueDate: '2150-06-30' })
  await attach(admin, program, await newProfile(admin))
  await admin.api.upload(program.id, ['firstName,lastName,email', `Ruth,Mailed,${email}`, ...paper.map((name) => `${name},Paper,`)].join('\n'))
  return program
}

test('a payor stops reminders by the mailed link and resumes them', async ({ browser, admin, product }) => {
  const email = newEmail('ruth')
  const program = await billed(admin, email)
  await admin.api.put(`/networks/${admin.network.id}`, { language: 'es' })
  await admin.api.put(`/assessment-programs/${program.id}/campaign/status`, { status: 'Active' })
  const link = await mailed(admin.api, email, /(https?:\/\/\S+\/reminders\/\S+)/)
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 375, height: 667 }, javaScriptEnabled })
    const page = await context.newPage()
    const look = async (what: string) => {
      await expectFits(page, 375)
      if (javaScriptEnabled) await expectAccessible(page, what)
    }
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Recordatorios' })).toBeVisible()
    await expect(page.getByText(new RegExp(`^${admin.network.name}.* le envía recordatorios`))).toBeVisible()
    await look('stopping reminders')
    await page.getByRole('button', { name: 'No recibir más recordatorios' }).click()
    await expect(page.getByText('Ya no recibirá más recordatorios.')).toBeVisible()
    await look('reminders are stopped')
    await page.reload()
    await page.getByRole('link', { name: 'EN', exact: true }).click()
    await page.getByRole('button', { name: 'Send Reminders Again' }).click()
    await expect(page.getByText('You will get reminders again.')).toBeVisible()
    await look('reminders come again')
    await page.goto('/reminders/forged')
    await expect(page.getByText('This link is not valid. Please use the one in your e-mail.')).toBeVisible()
    await look('a link that is not valid')
    await context.close()
  }
})

test('the page about reminders leads to the sign-in in the same language', async ({ browser, admin, product }) => {
  const email = newEmail('ruth')
  const program = await billed(admin, email)
  await admin.api.put(`/networks/${admin.network.id}`, { language: 'es' })
  await admin.api.put(`/assessment-programs/${program.id}/campaign/status`, { status: 'Active' })
  const link = await mailed(admin.api, email, /(https?:\/\/\S+\/reminders\/\S+)/)
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 375, height: 667 } })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByText('inicie sesión con la dirección de correo electrónico a la que le llegan')).toBeVisible()
  await page.getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión')
  await context.close()
})

test('prints bills of payors without e-mail one to a sheet, with payment instructions and a QR code', async ({ page, admin }) => {
  const program = await billed(admin, newEmail('ruth'), ['Zoe', 'Ann'])
  await page.goto(`/assessments/${program.id}/print`)
  await expect(page.getByText('2 bills of payors without a working e-mail address, one to a sheet.')).toBeVisible()
  const sheets = page.getByRole('article')
  await expect(sheets).toHaveCount(2)
  const first = sheets.first()
  for (const part of [
    'Synod of the Plains',
    'Ann Paper',
    'Annual dues',
    '$123.45',
    'Open, due Jun 30, 2150',
    'First Prairie Bank',
    '000987654321',
    'treasurer@example.org',
    manual.Check.payableTo,
  ])
    await expect(first).toContainText(part)
  expect(await first.innerText(), 'the lines of an address').toContain(manual.Check.mailingAddress)
  const code = first.getByRole('img', { name: 'QR code of the pay link' })
  expect(await code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0), 'the picture is drawn').toBe(true)
  await expectAccessible(page, 'printed bills')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  const pdf = await page.pdf({ format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), 'a sheet a bill').toHaveLength(2)
})

test('a program whose payors all have an address prints nothing', async ({ page, admin }) => {
  const program = await billed(admin, newEmail('ruth'))
  await page.goto(`/assessments/${program.id}/print`)
  await expect(page.getByText('Nothing to print')).toBeVisible()
})
