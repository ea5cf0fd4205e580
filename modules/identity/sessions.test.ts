import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

let number = 0
const billed = async () => {
  number += 1
  const email = `ruth${number}@visits.example`
  const { bills } = await startNetwork(app, { csv: `firstName,lastName,email\nRuth,Bell,${email}\n` })
  return { email, billId: bills[0]?.id ?? expect.fail() }
}
const linkIn = (text: string) => new URL(/https?:\/\/\S+\/(?:reset-password|confirm-email|login)\S*/.exec(text)?.[0] ?? expect.fail('no link'))

test("sends mails before a sign-in in the page's language, naming the bill's network and linking back to the bill (R8)", async () => {
  const { email, billId } = await billed()
  const guest = app.guest()
  const from = { language: 'es', billId }
  await guest.post('/api/auth/register', { firstName: 'Ruth', lastName: 'Bell', email, password: 'Amparo-de-mayo-7', ...from })
  const confirmation = await app.mailTo(email, /Confirme su correo electrónico/)
  for (const said of ['Le damos la bienvenida a Vestry, Ruth', 'Después podrá pagar su factura de Synod', 'Confirmar mi correo'])
    expect(confirmation.text).toContain(said)
  const link = linkIn(confirmation.text)
  expect([link.pathname, link.searchParams.get('redirectTo')]).toEqual(['/confirm-email', `/pay/${billId}?lang=es`])
  await guest.post('/api/auth/resend-confirmation', { email, ...from })
  await app.mailTo(email, /Confirme su correo electrónico/, 1)
  await guest.get(`/api/auth/confirm-email?token=${link.searchParams.get('token')}`)

  await guest.post('/api/password/reset/request', { email, ...from })
  const reset = await app.mailTo(email, /Restablezca su contraseña/)
  for (const said of ['Hola, Ruth', 'Use este enlace para elegir una contraseña nueva.', 'Después podrá pagar su factura de Synod'])
    expect(reset.text).toContain(said)
  expect(linkIn(reset.text).searchParams.get('redirectTo')).toBe(`/pay/${billId}?lang=es`)

  await guest.post('/api/auth/register', { firstName: 'Eve', lastName: 'Bell', email, password: 'Amparo-de-mayo-8', ...from })
  expect((await app.mailTo(email, /Ya tiene una cuenta/)).text).toContain('Usted ya tiene una cuenta')
})

test("names no network for another person's bill, and mails in English without a bill", async () => {
  const { billId } = await billed()
  const { email } = await app.join()
  const guest = app.guest()
  await guest.post('/api/password/reset/request', { email, language: 'es', billId })
  const spanish = await app.mailTo(email, /Restablezca su contraseña/)
  expect(spanish.text).not.toContain('Synod')
  await guest.post('/api/password/reset/request', { email, billId: 'AAAAAAAAAAAAAAAAAAAAAA' })
  await guest.post('/api/password/reset/request', { email, billId: '//evil.example' })
  const [other, unknown] = await app.mailsTo(email, /Reset your password/).then(async (some) => {
    for (let all = some; ; all = await app.mailsTo(email, /Reset your password/)) if (all.length === 2) return all
  })
  expect(other?.text).toContain('Use this link to choose a new password.\n\n')
  for (const mail of [other, unknown]) expect(mail?.text).not.toContain('evil.example')
  await guest.post('/api/password/reset/request', { email })
  const plain = await app.mailTo(email, /Reset your password/, 2)
  expect([...linkIn(plain.text).searchParams.keys()]).toEqual(['token'])
  expect((await guest.send('post', '/api/password/reset/request', { json: { email, language: 'fr' } })).status).toBe(400)
})
