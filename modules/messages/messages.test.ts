import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { idsOfList } from '../bills/values.ts'
import { addDays, type Instant, instantOf, type LocalDate } from '../kernel/dates.ts'
import { signatureOf } from '../platform/http/signed-body.ts'
import type { ListOf } from '../shared/api.ts'
import type { BillWithoutEmail, FailingAddress, Message, PrintedBills, ReminderWish } from './contract.ts'
import { mailPayorsAboutTheirPayments } from './mail-payors-about-their-payments.ts'

const SECRET = 'a secret of sixteen'
type Mail = Readonly<{ from: string; to: string[]; subject: string; text: string; html: string; messageId: string }>

let app: App
beforeAll(async () => {
  app = await startApp({ MAIL_WEBHOOK_SECRET: SECRET })
})
afterAll(() => app.stop())

const mailsTo = async (to: string): Promise<Mail[]> => (await app.guest().get<{ data: Mail[] }>(`/api/sandbox/mail?to=${to}`)).data
const moveTo = async (now: Instant) => void (await app.guest().post('/api/sandbox/clock', { now }))
const today = () => new Date().toISOString().slice(0, 10) as LocalDate
const messages = async (client: Client, query = '') => (await client.get<ListOf<Message>>(`/api/messages?pageSize=100${query}`)).data
const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

let number = 0
/** A launched program. Its one payor has a unique address, and the bill's mail was sent. */
const launched = async ({
  settings = {},
  terms = {},
  more = '',
}: {
  settings?: object
  terms?: Record<string, string | number>
  more?: string
} = {}) => {
  number += 1
  const email = `payor${number}@mail.example`
  const made = await startNetwork(app, { csv: `firstName,lastName,email\nRuth,Ökonjo,${email}\n${more}`, terms })
  await made.admin.put(`/api/networks/${made.networkId}`, settings)
  await made.admin.put(`/api/assessment-programs/${made.programId}/campaign/status`, { status: 'Active' })
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [mail] = await mailsTo(email)
  return {
    ...made,
    email,
    mail: mail ?? expect.fail(),
    billId: made.bills.find(({ individualMember }) => individualMember?.firstName === 'Ruth')?.id ?? '',
  }
}
const statusIs = (admin: Client, status: string) => expect.poll(async () => (await messages(admin)).map((each) => each.status)).toEqual([status])

describe('the bill mail', () => {
  test('shows in text and HTML the balance, the due date, the ways to pay, and the link to stop reminders', async () => {
    const { mail, billId, email } = await launched({ terms: { name: 'Dues & <Fees>', amount: 1234.5, dueDate: '2150-06-30' } })
    expect(mail.subject).toBe('Dues & <Fees>: $1,234.50 due Jun 30, 2150')
    for (const part of ['Dear Ruth,', 'Here is your bill for Dues & <Fees>.', '$1,234.50\nDue Jun 30, 2150', `/pay/${billId}`])
      expect(mail.text).toContain(part)
    expect(mail.text).toContain('You can pay by ACH transfer, by wire, or by Zelle. The bill code')
    expect(mail.text).toContain(`This bill was sent to ${email} for Synod.`)
    expect(mail.html).toContain('Dues &#38; &#60;Fees&#62;')
    expect(mail.html).not.toContain('<Fees>')
    expect(mail.html).toMatch(/class="button"[^>]+href="http[^"]+\/pay\//)
    expect(mail.html).not.toMatch(/<img|<script|src=/)
  })

  test('is Spanish in a Spanish network, with the link to stop reminders', async () => {
    const { mail } = await launched({ settings: { language: 'es' }, terms: { dueDate: '2150-06-30' } })
    expect(mail.subject).toBe('Dues: $100.00, vence el 30 jun 2150')
    expect(mail.text).toContain('Hola, Ruth:')
    expect(mail.text).toContain('Puede pagar por transferencia ACH, por transferencia bancaria o por Zelle. El código')
    expect(mail.html).toContain('<html lang="es">')
    expect(mail.html).toContain('No recibir más recordatorios de Synod')
    expect(mail.text).not.toMatch(/\b(Dear|bill|reminder)\b/)
  })

  test('can contain any name; no name adds a header or a recipient', async () => {
    const name = 'Sínodo 教会 \ud83d\ude4f\r\nBcc: evil@example.org\r\n\r\nInjected'
    const { mail, email } = await launched({ settings: { name, senderName: `"${name}" <evil@example.org>` }, terms: { name } })
    expect(mail.subject).toContain('Sínodo 教会 \ud83d\ude4f Bcc: evil@example.org Injected')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.from).toMatch(/<billing@vestry\.example>$/)
    expect(mail.to).toEqual([email])
    expect(await mailsTo('evil@example.org')).toEqual([])
    expect(mail.html).toContain('Dear Ruth,')
  })

  test("can be previewed before the launch, and sent to the Admin's own address", async () => {
    const { admin, programId } = await startNetwork(app)
    const path = `/api/assessment-programs/${programId}/campaign`
    const { data } = await admin.get<{ data: Mail }>(`${path}/preview`)
    expect(data.subject).toBe('Dues: $100.00 due Jun 30, 2150')
    expect(data.text).toContain(`was sent to ${admin.email}`)
    expect(data.html).toContain('View and pay')
    expect(data.text).not.toContain('ruth@example.org')
    expect((await admin.send('post', `${path}/test-mail`)).body).toEqual({ message: `A test mail is on its way to ${admin.email}.` })
    const [mail] = (await mailsTo(admin.email)).filter(({ subject }) => subject.startsWith('[Test]'))
    expect(mail?.subject).toBe('[Test] Dues: $100.00 due Jun 30, 2150')
    expect(await messages(admin), 'the ledger is of mails to payors').toEqual([])
  })
})

describe('reminders', () => {
  const tokenIn = ({ text }: Mail) => /\/reminders\/([\w.-]+)/.exec(text)?.[1] ?? expect.fail('no link')
  const wish = (token: string) => app.guest().get<{ data: ReminderWish }>(`/api/reminders/${token}`)
  const dueIn = (days: number) => addDays(today(), days)
  const remindersTo = async (email: string) => (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Reminder'))

  test('stop by one click in the mail program and resume on request; bills are mailed regardless', async () => {
    const due = dueIn(40)
    const { mail, email, admin, networkId } = await launched({ terms: { dueDate: due } })
    const token = tokenIn(mail)
    const networkName = expect.stringMatching(/^Synod( \(synod-\d+\))?$/)
    expect((await wish(token)).data).toEqual({ networkName, language: 'en', stopped: false })
    // As Gmail sends it: a form post without a cookie, from another site.
    const pressed = await app.guest().send('post', `/reminders/${token}`, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    })
    expect([pressed.status, pressed.body]).toEqual([200, { data: { networkName, language: 'en', stopped: true } }])
    expect((await wish(token)).data.stopped).toBe(true)
    await moveTo(`${addDays(due, -7)}T15:00:00.000Z` as Instant)
    expect(await remindersTo(email)).toEqual([])
    await app.guest().put(`/api/reminders/${token}`, { stopped: false })
    await moveTo(`${addDays(due, -6)}T15:00:00.000Z` as Instant)
    expect(await remindersTo(email)).toHaveLength(1)
    await app.guest().put(`/api/reminders/${token}`, { stopped: true })
    await moveTo(instantOf(Date.now()))
    const another = await admin.post(`/api/networks/${networkId}/assessments`, {
      name: 'Second',
      frequency: 'OneTime',
      type: 'Uniform',
      amount: 5,
      dueDate: due,
    })
    const { data: profiles } = await admin.get<{ data: { id: string }[] }>('/api/payment-profiles')
    await admin.put(`/api/assessment-programs/${another.id}/payment-profile`, { paymentProfileId: profiles[0]?.id })
    await admin.upload(another.id, `firstName,lastName,email\nRuth,Ökonjo,${email}\n`)
    await admin.put(`/api/assessment-programs/${another.id}/campaign/status`, { status: 'Active' })
    await expect.poll(async () => (await mailsTo(email)).some(({ subject }) => subject.startsWith('Second'))).toBe(true)
  })

  test('are stopped neither by a forged link nor by a link of another kind', async () => {
    const { mail } = await launched()
    const token = tokenIn(mail)
    await app.written()
    const before = await app.store.head()
    const forged = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.replace(/^./, (sign) => (sign === '0' ? '1' : '0')),
      'x',
      token.split('.').slice(0, 2).join('.'),
      `${token}.x`,
    ]
    for (const each of forged) {
      expect((await app.guest().send('post', `/reminders/${each}`)).status, each).toBe(404)
      expect((await app.guest().send('get', `/api/mail/opened/${each}`)).status, each).toBe(404)
      expect((await app.guest().send('put', `/api/reminders/${each}`, { json: { stopped: true } })).status, each).toBe(404)
    }
    expect((await app.guest().send('get', `/api/mail/opened/${token}`)).status).toBe(404)
    expect(await app.store.head()).toBe(before)
  })

  test('the origin check still applies to all other calls', async () => {
    const answer = await app.guest().send('put', '/api/reminders/x', { json: { stopped: true }, headers: { origin: 'https://evil.example' } })
    expect(answer.status).toBe(403)
  })

  test('list all bills of an address in one mail', async () => {
    const due = dueIn(30)
    const { admin, email, networkId } = await launched({ terms: { dueDate: due, amount: 100 } })
    const another = await admin.post(`/api/networks/${networkId}/assessments`, {
      name: 'Second',
      frequency: 'OneTime',
      type: 'Uniform',
      amount: 50,
      dueDate: due,
    })
    const { data: profiles } = await admin.get<{ data: { id: string }[] }>('/api/payment-profiles')
    await admin.put(`/api/assessment-programs/${another.id}/payment-profile`, { paymentProfileId: profiles[0]?.id })
    await admin.upload(another.id, `firstName,lastName,email\nOle,Household,${email}\n`)
    await admin.put(`/api/assessment-programs/${another.id}/campaign/status`, { status: 'Active' })
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
    await moveTo(`${due}T15:00:00.000Z` as Instant)
    const reminders = await remindersTo(email)
    expect(reminders.map(({ subject }) => subject)).toEqual(['Reminder: $150.00 in 2 bills'])
    for (const part of ['Dues (Ruth Ökonjo): $100.00, due today', 'Second (Ole Household): $50.00, due today'])
      expect(reminders[0]?.text).toContain(part)
    expect(reminders[0]?.html.match(/<tr>/g)).toHaveLength(2)
    expect(new Set(reminders[0]?.text.match(/\/pay\/[\w-]+$/gm)).size, 'a link of its own for each').toBe(2)
    expect(reminders[0]?.text).toMatch(/Pay all together: https?:\/\/\S+\/pay\/[\w-]{22}\?list=[\w-]{44}\.[\w-]+\n/)

    const [list = ''] = /(?<=list=)[\w.-]+/.exec(reminders[0]?.text ?? '') ?? []
    const claim = (token: string) =>
      app.guest().send('post', '/api/claims', {
        json: { billIds: idsOfList(token), paymentMethod: 'zelle', token },
      })
    expect((await claim(`${list.slice(0, -2)}xx`)).status, 'a forged list').toBe(403)
    const claimed = await claim(list)
    expect([claimed.status, (claimed.body as { data: { status: string } }).data.status]).toEqual([201, 'PendingConfirmation'])
    await moveTo(instantOf(Date.now()))
  })

  test("list only the remaining payor's bill if sent again after a payor has left the shared address", async () => {
    const due = dueIn(30)
    const made = await launched({ terms: { dueDate: due } })
    const { admin, email, programId } = made
    await admin.upload(programId, `firstName,lastName,email\nOle,Household,${email}\n`)
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
    await moveTo(`${due}T15:00:00.000Z` as Instant)
    await moveTo(instantOf(Date.now()))
    const [digest] = await remindersTo(email)
    const linksIn = (mail: Mail | undefined) => new Set(mail?.text.match(/\/pay\/[\w-]+$/gm)).size
    expect(linksIn(digest)).toBe(2)
    const sent = (await messages(admin)).find(({ purpose }) => purpose === 'reminder') ?? expect.fail('no digest')
    const body = JSON.stringify({ events: [{ type: 'bounced', messageId: digest?.messageId, reason: '550 no such mailbox' }] })
    const headers = { 'content-type': 'application/json', 'vestry-signature': signatureOf(SECRET, body, Math.floor(Date.now() / 1000)) }
    await app.guest().send('post', '/api/mail/events', { raw: body, headers })
    const { data: members } = await admin.get<ListOf<{ id: string; name: string }>>('/api/members')
    const first = members.find(({ name }) => name === sent.payor.name) ?? expect.fail('no payor')
    const moved = `moved${number}@mail.example`
    await admin.put(`/api/members/${first.id}`, { email: moved })
    await admin.post(`/api/messages/${sent.id}/retry`)
    await expect.poll(async () => (await mailsTo(moved)).map(linksIn)).toEqual([1])
  })
})

describe('[d] the record of sent mails', () => {
  test('shows that each mail was delivered and, if the network tracks mails, opened and clicked, once each', async () => {
    const { admin, mail, billId, programId } = await launched({ settings: { trackMail: true } })
    await statusIs(admin, 'Sent')
    const pixel = local(/<img src="([^"]+)"/.exec(mail.html)?.[1] ?? expect.fail())
    const click = local(/View and pay: (\S+)/.exec(mail.text)?.[1] ?? expect.fail())
    const head = async () => Number(await app.store.head())
    await app.written()
    const before = await head()
    for (let i = 0; i < 3; i += 1) {
      const answer = await app.guest().send('get', pixel)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
    }
    expect(await head()).toBe(before + 1)
    await statusIs(admin, 'Opened')
    for (let i = 0; i < 3; i += 1) {
      const answer = await app.guest().send('get', click)
      expect([answer.status, local(answer.headers.get('location') ?? '')]).toEqual([302, `/pay/${billId}`])
    }
    expect(await head()).toBe(before + 2)
    await statusIs(admin, 'Clicked')
    for (const other of ['https://evil.example', '//evil.example'])
      expect((await app.guest().send('get', `${click}?to=${encodeURIComponent(other)}`)).headers.get('location')).not.toContain('evil')
    expect((await app.guest().send('get', click.replace(billId, 'B'.repeat(22)))).status, 'another bill').toBe(404)
    const [row] = await messages(admin, `&assessmentProgramId=${programId}&status=Clicked`)
    expect(row).toMatchObject({ purpose: 'bill', status: 'Clicked', bills: [billId], error: null, payor: { name: 'Ruth Ökonjo' } })
    expect(await messages(admin, '&status=Failed')).toEqual([])
  })

  test('tracks nobody unless the network turns tracking on', async () => {
    const { mail, billId } = await launched()
    expect(mail.html + mail.text).not.toContain('/api/mail/')
    expect(mail.text).toMatch(new RegExp(`View and pay: http\\S+/pay/${billId}\n`))
  })

  test('shows a returned mail once, as the mail service reported it, and the mail can be sent again', async () => {
    const { admin, mail, email } = await launched()
    await statusIs(admin, 'Sent')
    const body = JSON.stringify({
      events: [
        { type: 'bounced', messageId: mail.messageId, reason: '550 no such mailbox' },
        { type: 'delivered', messageId: 'x' },
      ],
    })
    const send = (signature: string, raw = body) =>
      app.guest().send('post', '/api/mail/events', { raw, headers: { 'content-type': 'application/json', 'vestry-signature': signature } })
    const seconds = Math.floor(Date.now() / 1000)
    const signed = signatureOf(SECRET, body, seconds)
    const forgeries = [
      '',
      'nonsense',
      signatureOf('another secret, as long', body, seconds),
      signatureOf(SECRET, `${body} `, seconds),
      signatureOf(SECRET, body, seconds - 301),
      signatureOf(SECRET, body, seconds + 302),
      signed.replace(/t=\d+/, `t=${seconds - 1}`),
      signed.replace('t=', 't=0'),
      signed.slice(0, -1),
      `${signed.slice(0, -1)}${signed.endsWith('0') ? '1' : '0'}`,
    ]
    for (const forgery of forgeries)
      expect([(await send(forgery)).status, (await send(forgery)).body.code], forgery).toEqual([400, 'signature-invalid'])
    expect((await messages(admin)).map(({ status }) => status)).toEqual(['Sent'])
    for (let i = 0; i < 3; i += 1) expect((await send(signed)).body).toEqual({ received: 1 })
    const bounced = await messages(admin)
    expect(bounced).toMatchObject([{ status: 'Bounced', error: '550 no such mailbox' }])
    const again = await admin.send('post', `/api/messages/${bounced[0]?.id}/retry`)
    expect(again.body).toEqual({ message: 'The mail is being sent again.' })
    await statusIs(admin, 'Sent')
    expect((await messages(admin))[0]?.error).toBeNull()
    expect(new Set((await mailsTo(email)).map(({ messageId }) => messageId)).size, 'the same mail').toBe(1)
    expect((await admin.send('post', `/api/messages/${bounced[0]?.id}/retry`)).status, 'it is out').toBe(409)
  })

  const sendOf = (events: readonly object[]) => {
    const raw = JSON.stringify({ events })
    const headers = { 'content-type': 'application/json', 'vestry-signature': signatureOf(SECRET, raw, Math.floor(Date.now() / 1000)) }
    return app.guest().send('post', '/api/mail/events', { raw, headers })
  }
  const failingIn = async (admin: Client, query = '') =>
    (await admin.get<{ data: FailingAddress[] }>(`/api/failing-addresses${query}`)).data.map(({ payor, reason }) => [payor.email, reason])

  test.each([
    ['a bounce 5.1.1', { type: 'bounced', reason: '550 5.1.1 No such user' }, 'unknown'],
    ['a bounce whose status stands apart', { type: 'bounce', reason: 'smtp; gone', status: '5.1.10' }, 'unknown'],
    ['a complaint', { type: 'complaint' }, 'complaint'],
  ])('shows that %s stopped all mails to the address, until an Admin resumes them (R96)', async (_, news, reason) => {
    const { admin, mail, email, billId, programId } = await launched()
    await statusIs(admin, 'Sent')
    expect((await sendOf([{ ...news, messageId: mail.messageId }])).body).toEqual({ received: 1 })
    expect(await failingIn(admin)).toEqual([[email, reason]])
    expect(await failingIn(admin, `?assessmentProgramId=${programId}`)).toEqual([[email, reason]])
    await admin.post(`/api/assessment-bills/${billId}/receipts`, { amount: 10, method: 'check' })
    const receipt = async () => (await messages(admin)).find(({ purpose }) => purpose === 'receipt')
    await expect.poll(async () => (await receipt())?.status).toBe('Failed')
    expect((await receipt())?.error).toBe('No mails go to this address any more.')
    expect(await mailsTo(email)).toHaveLength(1)
    const memberId = (await messages(admin))[0]?.payor.id
    expect((await admin.send('post', `/api/members/${memberId}/take-up-mail`)).status).toBe(200)
    expect(await failingIn(admin)).toEqual([])
    await admin.post(`/api/assessment-bills/${billId}/receipts`, { amount: 5, method: 'check' })
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
  })

  test('refusals because of policy, size or a full mailbox, and reports on a former address, stop no mails', async () => {
    const { admin, mail } = await launched()
    await statusIs(admin, 'Sent')
    for (const reason of ['550 5.7.1 blocked for spam', '552 5.3.4 too large', '452 4.2.2 mailbox full', '550 5.7.26 unauthenticated sender'])
      await sendOf([{ type: 'bounced', messageId: mail.messageId, reason }])
    await sendOf([{ type: 'complaint', messageId: mail.messageId, recipient: 'before@mail.example' }])
    expect(await failingIn(admin)).toEqual([])
  })

  test('another address of the payor gets mails; the former one still fails', async () => {
    const { admin, mail, email } = await launched()
    await statusIs(admin, 'Sent')
    await sendOf([{ type: 'bounced', messageId: mail.messageId, reason: '550 5.1.1 No such user' }])
    const memberId = (await messages(admin))[0]?.payor.id
    await admin.put(`/api/members/${memberId}`, { email: `new.${email}` })
    expect(await failingIn(admin)).toEqual([])
    await admin.put(`/api/members/${memberId}`, { email })
    expect(await failingIn(admin)).toEqual([[email, 'unknown']])
  })

  test("payors with a failing address get printed bills, with the failure's reason and start, until they have another address", async () => {
    const { admin, mail, email, programId, billId } = await launched({ more: 'Ann,Paper,\nBen,Mail,ben@mail.example\n' })
    await expect.poll(async () => (await messages(admin, '&status=Sent')).length).toBe(2)
    const listed = async () =>
      (await admin.get<ListOf<BillWithoutEmail>>(`/api/assessment-programs/${programId}/without-email`)).data.map(({ payor, failing }) => [
        payor.name,
        failing?.reason,
      ])
    const printed = async (query = '') =>
      (await admin.get<PrintedBills>(`/api/assessment-programs/${programId}/print-bills${query}`)).data.map((bill) => [
        bill.payorName,
        bill.failing?.reason,
      ])
    expect(await listed()).toEqual([['Ann Paper', undefined]])
    await sendOf([{ type: 'bounced', messageId: mail.messageId, reason: '550 5.1.1 No such user' }])
    const both = [
      ['Ruth Ökonjo', 'unknown'],
      ['Ann Paper', undefined],
    ]
    expect(await listed()).toEqual(both)
    expect(await printed()).toEqual(both)
    expect(await printed('?open=all')).toEqual([['Ben Mail', undefined], ...both])
    const { data, pagination } = await admin.get<ListOf<BillWithoutEmail>>(`/api/assessment-programs/${programId}/without-email?pageSize=1`)
    expect([data[0]?.failing?.since, pagination.totalItems]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT/), 2])
    const ruth = data[0]?.billId === billId ? data[0].payor.id : ''
    await admin.put(`/api/members/${ruth}`, { email: `new.${email}` })
    expect(await listed()).toEqual([['Ann Paper', undefined]])
    expect(await printed()).toEqual([['Ann Paper', undefined]])
  })

  test('rejects all mail reports if no secret is set', async () => {
    const bare = await startApp()
    const body = '{"events":[]}'
    for (const secret of ['', 'undefined']) {
      const headers = { 'content-type': 'application/json', 'vestry-signature': signatureOf(secret, body, Math.floor(Date.now() / 1000)) }
      expect((await bare.guest().send('post', '/api/mail/events', { raw: body, headers })).status).toBe(400)
    }
    await bare.stop()
  })

  test('lists payors without e-mail by name, and prints their bills with a QR code', async () => {
    const { admin, programId, bills } = await launched({ more: 'Zoe,Paper,\nAnn,Paper,\n' })
    const path = `/api/assessment-programs/${programId}`
    const listed = await admin.get<ListOf<BillWithoutEmail>>(`${path}/without-email?pageSize=1`)
    expect(listed).toMatchObject({ data: [{ payor: { name: 'Ann Paper' }, balance: 100 }], pagination: { totalItems: 2, totalPages: 2 } })
    const printed = await admin.get<PrintedBills>(`${path}/print-bills`)
    expect(printed.data.map(({ payorName }) => payorName)).toEqual(['Ann Paper', 'Zoe Paper'])
    const ann = bills.find(({ individualMember }) => individualMember?.firstName === 'Ann')
    expect(printed.data[0]).toMatchObject({ billId: ann?.id, balance: 100, networkName: 'Synod', programName: 'Dues' })
    expect(printed.data[0]?.payUrl).toMatch(new RegExp(`^http.*/pay/${ann?.id}$`))
    expect(printed.data[0]?.qrCode).toMatch(/^<svg /)
    expect(printed.language).toBe('en')
    expect(
      (await messages(admin)).map(({ payor }) => payor.name),
      'nothing was mailed to them',
    ).toEqual(['Ruth Ökonjo'])
  })
})

test('mails a receipt, a confirmation of a claim and a rejected claim once each', async () => {
  const { admin, billId, email } = await launched()
  const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject).sort()
  const { data } = await app.guest().post<{ data: { withdrawToken: string } }>(`/api/assessments/${billId}/mark-as-paid`, { paymentMethod: 'zelle' })
  expect(data.withdrawToken).toBeTruthy()
  await admin.post(`/api/assessment-bills/${billId}/not-received`, { reason: 'Nothing on our account.' })
  await admin.post(`/api/assessment-bills/${billId}/receipts`, { amount: 40, method: 'check' })
  const wanted = [
    'Dues: $100.00 due Jun 30, 2150',
    'Receipt: $40.00 for Dues',
    'We have not received the payment for Dues',
    'You marked your payment for Dues as sent',
  ]
  await expect.poll(subjects).toEqual(wanted)
  const mails = await mailsTo(email)
  const textOf = (subject: string) => mails.find((mail) => mail.subject.startsWith(subject))?.text ?? ''
  expect(textOf('Receipt')).toContain('$100.00 total, $40.00 paid, $60.00 open, due Jun 30, 2150.')
  expect(textOf('We have not')).toContain('Nothing on our account.')
  expect(textOf('Receipt'), 'there is nothing to stop').not.toContain('/reminders/')
})

test('mails each payment of a rush once, in two networks', async () => {
  const made = await Promise.all(
    ['rush-a', 'rush-b'].map(async (name) => {
      const emails = Array.from({ length: 25 }, (_, i) => `${name}-${i}@mail.example`)
      const csv = `firstName,lastName,email\n${emails.map((email, i) => `Ruth,No${'x'.repeat(i)},${email}`).join('\n')}`
      return { emails, ...(await startNetwork(app, { csv })) }
    }),
  )
  await Promise.all(
    made.flatMap(({ admin, bills }) => bills.map(({ id }) => admin.post(`/api/assessment-bills/${id}/receipts`, { amount: 1, method: 'check' }))),
  )
  for (const { admin, emails } of made) {
    await expect.poll(async () => (await messages(admin, '&status=Sent')).length).toBe(emails.length)
    expect((await messages(admin)).map(({ payor }) => payor.email).sort()).toEqual([...emails].sort())
    for (const email of emails) expect(await mailsTo(email), email).toHaveLength(1)
  }
})

test('groups notices about payments, twenty to a job', () => {
  const event = (n: number) => ({
    id: `${n}`,
    type: n % 2 ? 'PaymentRecorded' : 'BillIssued',
    data: { billId: `bill ${n}`, paymentId: `payment ${n}`, amount: 1, applied: 1, method: null, reference: null, receivedOn: null },
    metadata: { $correlationId: '', $causationId: '', actor: 'system:test' as const, schema: 1, at: instantOf(0) },
    stream: 'bill-a' as const,
    revision: n,
    position: BigInt(n),
  })
  const jobs = mailPayorsAboutTheirPayments.jobsFor(Array.from({ length: 90 }, (_, n) => event(n)))
  const notices = jobs.map(({ payload }) => (payload as { notices: { billId: string; position: string }[] }).notices)
  expect(notices.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(notices.flat().map(({ position }) => position)).toEqual(Array.from({ length: 45 }, (_, i) => String(2 * i + 1)))
  expect(new Set(jobs.map(({ key }) => key)).size).toBe(3)
  expect(mailPayorsAboutTheirPayments.jobsFor([event(0)])).toEqual([])
})
