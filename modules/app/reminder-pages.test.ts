import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const EMAIL = 'ruth@reminders.example'

const textOf = async (answer: Response) =>
  (await answer.text()).replace(/<!doctype[\s\S]*<body[^>]*>|<script[\s\S]*<\/script>|<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test("the page of a mailed link is a form without script, in the reader's language, that stops and resumes reminders (R95)", async () => {
  const { admin, programId } = await startNetwork(app, { csv: `firstName,lastName,email\nRuth,Bell,${EMAIL}\n` })
  await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  const { text } = await app.mailTo(EMAIL, /^Dues/)
  const path = new URL(/https?:\/\/\S+\/reminders\/\S+/.exec(text)?.[0] ?? expect.fail()).pathname
  const read = (language: string, query = '') => fetch(`${app.base}${path}${query}`, { headers: { 'accept-language': language } })
  const first = await read('en')
  expect([first.status, ...['x-robots-tag', 'cache-control', 'referrer-policy'].map((name) => first.headers.get(name))]).toEqual([
    ...[200, 'noindex', 'no-store', 'no-referrer'],
  ])
  const html = await first.text()
  expect(html).not.toContain('<script')
  expect(html).toContain(`<form action="${path}/choice" method="post">`)
  expect(await textOf(await read('en'))).toContain('Synod e-mails you reminders before and after a bill is due.')
  expect(await textOf(await read('es'))).toContain('Synod le envía recordatorios por correo electrónico')
  expect(await textOf(await read('es', '?lang=en'))).toContain('sign in with the e-mail address that they come to')
  const stopped = async () => (await app.guest().get<{ data: { stopped: boolean } }>(`/api${path}`)).data.stopped
  expect(await stopped(), 'opening it changes nothing').toBe(false)

  const choose = (choice: string, headers: Record<string, string> = {}) =>
    fetch(`${app.base}${path}/choice?lang=es`, { method: 'post', body: new URLSearchParams({ stopped: choice }), redirect: 'manual', headers })
  const answer = await choose('true')
  expect([answer.status, answer.headers.get('location'), await stopped()]).toEqual([303, `${path}?lang=es&changed=1`, true])
  expect(await textOf(await read('en', '?lang=es&changed=1'))).toContain(
    'Ya no recibirá más recordatorios. Seguirá recibiendo sus facturas y recibos.',
  )
  await choose('false')
  expect(await textOf(await read('en', '?changed=1'))).toContain('You will get reminders again.')
  expect(await stopped()).toBe(false)
  expect((await choose('true', { origin: 'https://evil.example' })).status, 'another site presses no button').toBe(403)
  expect(await stopped()).toBe(false)
})

test("a forged link answers with a page in the reader's language", async () => {
  for (const [language, said] of [
    ['en', 'This link is not valid. Please use the one in your e-mail.'],
    ['es', 'Este enlace no es válido. Use el que está en su correo electrónico.'],
  ] as const) {
    const answer = await fetch(`${app.base}/reminders/forged`, { headers: { 'accept-language': language } })
    expect([answer.status, await textOf(answer)]).toEqual([404, expect.stringContaining(said)])
  }
  expect((await fetch(`${app.base}/reminders/forged/choice`, { method: 'post', body: new URLSearchParams({ stopped: 'true' }) })).status).toBe(404)
})
