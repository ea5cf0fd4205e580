import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, startApp, terms } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { Bill, MyBill, Ownership } from '../bills/contract.ts'
import { addDays, dayIn, type LocalDate, momentIn } from '../kernel/dates.ts'
import type { SavedMethod } from '../payments/contract.ts'
import type { ListOf } from '../shared/api.ts'
import type { AutopayCharge, Mandate } from './contract.ts'

const ZONE = 'America/Chicago'
const CARD = { card: '4242424242424242' }

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const today = (): LocalDate => dayIn(ZONE, app.clock.now())
/** Moves the sandbox's clock, which does the work that falls due. */
const moveTo = async (day: LocalDate, time = '09:30') => {
  await app.guest().post('/api/sandbox/clock', { now: momentIn(ZONE, day, time) })
  await app.ready()
}
/** Moves the clock twice, since the webhook about a bank's return may come after the first look at the charges. */
const moveToReturns = async (day: LocalDate) => {
  await moveTo(day)
  await moveTo(day, '09:31')
}

/** A payor who has paid a first bill with a method, and has a second bill that is due in so many days. */
const startPayor = async ({ by = CARD, dueIn = 30 }: { by?: Record<string, string>; dueIn?: number } = {}) => {
  const ruth = await app.join('Ruth')
  const csv = `firstName,lastName,email\nRuth,One,${ruth.email}\n`
  const made = await startPayableNetwork(app, { csv })
  const settings = await made.admin.get<Record<string, unknown>>(`/api/networks/${made.networkId}`)
  await made.admin.put(`/api/networks/${made.networkId}`, { ...settings, timeZone: ZONE })
  const first = made.bills[0]?.id ?? ''
  const paying = payingAt(ruth)
  const { body } = await paying.intend(first, { saveMethod: true, method: 'accountNumber' in by ? 'ach' : 'credit' })
  await paying.pay(body.paymentIntentId, by)
  if ('accountNumber' in by) await paying.settle(body.paymentIntentId)
  await app.ready()
  const { data } = await ruth.get<{ data: SavedMethod[] }>(`/api/my/payment-methods?assessmentId=${first}`)
  const method = data[0] ?? expect.fail('nothing was saved')
  const dueDate = addDays(today(), dueIn)
  const program = await made.admin.post(`/api/networks/${made.networkId}/assessments`, { ...terms, name: 'Camp', dueDate })
  await made.admin.put(`/api/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: made.profileId })
  await made.admin.members(program.id, csv)
  const [bill] = await made.admin.bills(program.id)
  const billId = bill?.id ?? ''
  const status = async () => (await made.admin.get<{ data: Bill }>(`/api/assessment-bills/${billId}`)).data.status
  const mine = async () => (await ruth.get<{ data: Mandate[] }>('/api/my/autopay')).data
  const start = (more: Record<string, unknown> = { networkId: made.networkId }) =>
    ruth.post<Mandate>('/api/my/autopay', { savedMethodId: method.id, consent: true, ...more })
  const charges = async () => (await made.admin.get<ListOf<AutopayCharge>>('/api/autopay')).data
  const paidIn = async () =>
    (await made.admin.get<{ data: { amount: number }[] }>(`/api/assessment-bills/${billId}/payments`)).data.map(({ amount }) => amount)
  return { ...made, ruth, method, dueDate, campId: program.id, billId, status, mine, start, charges, paidIn, paying }
}

const linkIn = ({ text }: { text: string }, act: 'skip' | 'stop'): string =>
  new RegExp(`/autopay/([\\w.-]+)\\?do=${act}`).exec(text)?.[1] ?? expect.fail(`no link to ${act}`)
const refused = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code]

describe('giving a mandate', () => {
  test('takes consent, a saved method and a scope, and mails a confirmation (R134)', async () => {
    const { ruth, networkId, campId, dueDate, billId, method, mine, start } = await startPayor()
    const give = (json: Record<string, unknown>, by: Client = ruth) => by.send('post', '/api/my/autopay', { json })
    for (const json of [
      { savedMethodId: method.id, networkId },
      { savedMethodId: method.id, networkId, consent: false },
      { savedMethodId: method.id, consent: true },
      { savedMethodId: method.id, networkId, programId: campId, consent: true },
    ])
      expect(refused(await give(json)), JSON.stringify(json)).toEqual([400, 'invalid'])
    expect(refused(await give({ savedMethodId: 'pm_none', networkId, consent: true }))).toEqual([404, 'not-found'])
    const elsewhere = await startPayor()
    expect(refused(await give({ savedMethodId: method.id, networkId: elsewhere.networkId, consent: true }))).toEqual([404, 'not-found'])
    expect((await app.guest().send('get', '/api/my/autopay')).status).toBe(401)

    const mandate = await start()
    expect(mandate).toMatchObject({
      scope: { networkId, programId: null },
      method: { brand: 'visa', last4: '4242', kind: 'credit' },
      status: 'active',
      endedBecause: null,
      next: { billId, amount: 100, on: `${dueDate}T00:00:00.000Z` },
    })
    expect(await mine()).toEqual([mandate])
    expect(mandate).not.toHaveProperty('program')
    const { text } = await app.mailTo(ruth.email, /^Autopay for Synod.* is on$/)
    expect(text.replace(/\s+/g, ' ')).toContain('I allow Synod to charge my bills to Visa 4242 on their due dates.')
    const [given] = await app.store.read(`mandate-${mandate.id}`)
    expect(given?.data).toMatchObject({ consent: { language: 'en', text: expect.stringContaining('Visa 4242') } })
    expect(JSON.stringify(given?.data.card)).not.toContain('4242')

    const again = await start()
    expect((await mine()).map(({ id, status, endedBecause }) => [id, status, endedBecause])).toEqual([
      [again.id, 'active', null],
      [mandate.id, 'ended', 'replaced'],
    ])
    expect(await start({ programId: campId })).toMatchObject({ scope: { programId: campId }, program: { name: 'Camp' }, next: { billId } })
  })
})

describe('a charge', () => {
  test('is noticed ten days before, and runs at nine on the due date in the zone of the network (R135)', async () => {
    const { ruth, dueDate, billId, status, mine, start, charges, paidIn } = await startPayor()
    await start()
    await moveTo(addDays(dueDate, -11))
    expect(await app.mailsTo(ruth.email, /will charge/)).toEqual([])
    await moveTo(addDays(dueDate, -10))
    const notice = await app.mailTo(ruth.email, /will charge \$100\.00 on/)
    expect(notice.text).toContain('Visa 4242')
    expect(await charges()).toMatchObject([{ bill: { id: billId }, amount: 100, status: 'upcoming', problem: null, payor: { name: 'Ruth One' } }])
    await moveTo(dueDate, '08:30')
    expect(await status()).toBe('Unpaid')
    await moveTo(dueDate, '09:01')
    expect(await status()).toBe('Paid')
    expect(await paidIn()).toEqual([100])
    expect((await mine())[0]?.next).toBeNull()
    expect(await charges()).toEqual([])
    await moveTo(addDays(dueDate, 1))
    expect(await paidIn()).toEqual([100])
    expect(await app.mailsTo(ruth.email, /will charge/)).toHaveLength(1)
  })

  test('follows the parts of a payment plan (R139)', async () => {
    const { admin, ruth, campId, dueDate, billId, mine, start, charges, paidIn } = await startPayor()
    await start()
    await admin.put(`/api/assessment-programs/${campId}/plans`, { counts: [4] })
    const { data: plan } = await ruth.post<{ data: { parts: { dueDate: string }[] } }>(`/api/assessment-bills/${billId}/plan`, { count: 4 })
    const second = plan.parts[1]?.dueDate.slice(0, 10) as LocalDate
    await moveTo(addDays(dueDate, -10))
    await app.mailTo(ruth.email, /will charge \$25\.00 on/)
    expect((await mine())[0]?.next).toMatchObject({ billId, amount: 25, on: `${dueDate}T00:00:00.000Z` })
    await moveTo(dueDate)
    expect(await paidIn()).toEqual([25])
    await moveTo(addDays(second, -10))
    expect(await charges()).toMatchObject([{ amount: 25, on: `${second}T00:00:00.000Z`, status: 'upcoming' }])
    await moveTo(second)
    expect(await paidIn()).toEqual([25, 25])
  })

  test('of a bill that is due sooner runs ten days after its notice', async () => {
    const { ruth, dueDate, status, start } = await startPayor({ dueIn: 3 })
    await start()
    const noticed = today()
    await moveTo(noticed, '23:00')
    await app.mailTo(ruth.email, /will charge/)
    expect(dueDate < addDays(noticed, 9)).toBe(true)
    await moveTo(addDays(noticed, 9))
    expect(await status()).toBe('Overdue')
    await moveTo(addDays(noticed, 10))
    expect(await status()).toBe('Paid')
  })

  test('is for the balance at that moment, and never more than the notice said', async () => {
    const [less, more] = [await startPayor(), await startPayor()]
    for (const { start } of [less, more]) await start()
    await moveTo(addDays(more.dueDate, -10))
    await less.admin.post(`/api/assessment-bills/${less.billId}/adjustments`, { amount: -40, reason: 'Less' })
    await more.admin.post(`/api/assessment-bills/${more.billId}/adjustments`, { amount: 40, reason: 'More' })
    await moveTo(more.dueDate)
    expect(await less.paidIn()).toEqual([60])
    expect(await more.paidIn()).toEqual([100])
    expect(await more.status()).toBe('Partial')
    await moveTo(addDays(more.dueDate, 20))
    expect(await more.paidIn()).toEqual([100])
  })

  test('is skipped or stopped by the payor, by the links in the mails, or by an Admin', async () => {
    const [skipped, stopped, byLink, stoppedByLink, byAdmin] = [
      await startPayor(),
      await startPayor(),
      await startPayor(),
      await startPayor(),
      await startPayor(),
    ]
    const all = [skipped, stopped, byLink, stoppedByLink, byAdmin]
    for (const { start } of all) await start()
    await moveTo(addDays(byAdmin.dueDate, -9))
    const follow = (token: string, act: string) => app.guest().send('post', '/api/autopay/by-link', { json: { token, do: act } })
    const [{ id = '' } = {}] = await skipped.mine()
    expect(refused(await stopped.ruth.send('post', `/api/my/autopay/${id}/skip`, { json: { billId: skipped.billId } }))).toEqual([404, 'not-found'])
    expect(refused(await stopped.ruth.send('delete', `/api/my/autopay/${id}`))).toEqual([404, 'not-found'])
    expect(await skipped.ruth.post(`/api/my/autopay/${id}/skip`, { billId: skipped.billId })).toEqual({ data: { status: 'skipped' } })
    expect((await skipped.mine())[0]).toMatchObject({ status: 'active', next: null })
    const [own] = await stopped.mine()
    expect((await stopped.ruth.send('delete', `/api/my/autopay/${own?.id}`)).status).toBe(204)
    const skip = linkIn(await app.mailTo(byLink.ruth.email, /will charge/), 'skip')
    for (const _ of [1, 2]) expect((await follow(skip, 'skip')).body).toEqual({ data: { status: 'skipped' } })
    expect(refused(await follow(`${skip}x`, 'skip'))).toEqual([404, 'not-found'])
    expect(refused(await follow(skip, 'pay'))).toEqual([400, 'invalid'])
    const page = async (token: string, act: string) => {
      const answer = await fetch(`${app.base}/autopay/${token}?do=${act}`, { headers: { 'accept-language': 'en' } })
      return [answer.status, (await answer.text()).replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')]
    }
    expect(await page(skip, 'skip')).toEqual([200, expect.stringContaining('This payment is skipped.')])
    expect(await page('forged', 'skip')).toEqual([404, expect.stringContaining('This link is not valid.')])
    const stop = linkIn(await app.mailTo(stoppedByLink.ruth.email, /will charge/), 'stop')
    expect(await page(stop, 'skip'), 'opening it changes nothing').toEqual([200, expect.stringContaining('$100.00 for Camp is to be charged on')])
    expect(await page(stop, 'stop')).toEqual([200, expect.stringContaining('charges your bills to Visa 4242.')])
    const body = new URLSearchParams({ do: 'stop' })
    const chosen = await fetch(`${app.base}/autopay/${stop}/choice`, { method: 'post', body, redirect: 'manual' })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `/autopay/${stop}?do=stop`])
    expect(await page(stop, 'stop')).toEqual([200, expect.stringContaining('Autopay has ended.')])
    expect(await page(stop, 'skip')).toEqual([409, expect.stringContaining('This payment cannot be skipped any more.')])
    expect((await follow(stop, 'stop')).body).toEqual({ data: { status: 'ended' } })
    const [charge] = await byAdmin.charges()
    expect((await stopped.admin.send('delete', `/api/autopay/${charge?.mandateId}`)).status).toBe(404)
    expect((await byAdmin.admin.send('delete', `/api/autopay/${charge?.mandateId}`)).status).toBe(204)
    await app.mailTo(byAdmin.ruth.email, /^Autopay for Synod.* has ended$/)
    await moveTo(addDays(byAdmin.dueDate, 15))
    for (const { paidIn } of all) expect(await paidIn()).toEqual([])
    expect((await byAdmin.mine()).map(({ status, endedBecause }) => [status, endedBecause])).toEqual([['ended', 'admin']])
  })

  test('spares bills that are paid, claimed, archived or being paid, and programs that take no payments (R136)', async () => {
    const [paid, claimed, archived, open, closed] = [
      await startPayor(),
      await startPayor(),
      await startPayor(),
      await startPayor(),
      await startPayor(),
    ]
    const all = [paid, claimed, archived, open, closed]
    for (const { start } of all) await start()
    await moveTo(addDays(closed.dueDate, -9))
    await paid.admin.post(`/api/assessment-bills/${paid.billId}/receipts`, { amount: 100, method: 'cash' })
    await claimed.ruth.post(`/api/assessments/${claimed.billId}/mark-as-paid`, { paymentMethod: 'wire' })
    await archived.admin.put(`/api/assessment-bills/${archived.billId}/archive`, {})
    await closed.admin.put(`/api/assessment-programs/${closed.campId}/status`, { status: 'Completed' })
    await moveTo(closed.dueDate, '08:50')
    await payingAt(app.guest()).intend(open.billId)
    await moveTo(closed.dueDate, '09:20')
    expect(await open.paidIn(), 'a form is open').toEqual([])
    await moveTo(closed.dueDate, '10:30')
    expect(await open.paidIn(), 'the form was left').toEqual([100])
    await moveTo(addDays(closed.dueDate, 12))
    expect(await Promise.all([paid, claimed, archived, closed].map(({ paidIn }) => paidIn()))).toEqual([[100], [], [], []])
  })
})

describe('a bill with a coming charge', () => {
  test('names amount, day and method to its payor and to the network, not to guests, until the charge is skipped', async () => {
    const { ruth, admin, campId, dueDate, billId, mine, start } = await startPayor()
    const seen = async () => {
      const rows = (await ruth.get<ListOf<MyBill>>('/api/my/listAssessmentBills')).data.filter(({ id }) => id === billId)
      const whole = (await admin.get<{ data: MyBill }>(`/api/assessment-bills/${billId}`)).data
      const ownership = await ruth.get<Ownership>(`/api/assessment-bills/${billId}/check-ownership`)
      return [...rows, whole, ownership]
    }
    for (const each of await seen()) expect(each).not.toHaveProperty('autopay')
    await start({ programId: campId })
    const autopay = { amount: 100, on: `${dueDate}T00:00:00.000Z`, method: { brand: 'visa', last4: '4242', kind: 'credit' } }
    expect((await seen()).map((each) => each.autopay)).toEqual([autopay, autopay, autopay])
    for (const path of ['', '/check-ownership'])
      expect(await app.guest().get(`/api/assessment-bills/${billId}${path}`), path).not.toHaveProperty('data.autopay')
    expect(await app.guest().get(`/api/assessment-bills/${billId}/check-ownership`)).toEqual({ action: 'allow' })
    const [{ id = '' } = {}] = await mine()
    await ruth.post(`/api/my/autopay/${id}/skip`, { billId })
    for (const each of await seen()) expect(each).not.toHaveProperty('autopay')
  })

  test('is not reminded of, unless the charge is skipped (R135)', async () => {
    const [charged, skipped] = [await startPayor(), await startPayor()]
    for (const { admin, campId, ruth, start } of [charged, skipped]) {
      await admin.put(`/api/assessment-programs/${campId}/campaign/status`, { status: 'Active' })
      await app.mailTo(ruth.email, /^Camp: /)
      await start()
    }
    await moveTo(addDays(charged.dueDate, -9))
    const [{ id = '' } = {}] = await skipped.mine()
    await skipped.ruth.post(`/api/my/autopay/${id}/skip`, { billId: skipped.billId })
    await moveTo(addDays(charged.dueDate, -7))
    await app.mailTo(skipped.ruth.email, /^Reminder/)
    expect(await app.mailsTo(charged.ruth.email, /^Reminder/)).toEqual([])
    expect(await app.mailsTo(charged.ruth.email, /will charge/)).toHaveLength(1)
  })
})

describe('a failed charge', () => {
  test('is tried again after 3 and 7 days, then the bill is left to the payor (R137)', async () => {
    const { ruth, dueDate, status, mine, start, charges, paidIn } = await startPayor({ by: { card: '4000009000000011' } })
    await start()
    await moveTo(addDays(dueDate, -10))
    await moveTo(dueDate)
    const problem = 'There was not enough money in the account.'
    expect(await charges()).toMatchObject([{ status: 'upcoming', on: `${addDays(dueDate, 3)}T00:00:00.000Z`, problem }])
    const first = await app.mailTo(ruth.email, /did not go through/)
    expect(first.text.replace(/\s+/g, ' ')).toMatch(/not enough money.*try again on/)
    await moveTo(addDays(dueDate, 3))
    await moveTo(addDays(dueDate, 7))
    const last = await app.mailTo(ruth.email, /did not go through/, 2)
    expect(last.text).toContain('We will not try again.')
    await moveTo(addDays(dueDate, 20))
    expect(await app.mailsTo(ruth.email, /did not go through/)).toHaveLength(3)
    expect(await charges()).toMatchObject([{ status: 'failed', problem }])
    expect([await status(), await paidIn(), (await mine())[0]?.status]).toEqual(['Overdue', [], 'active'])
  })

  test('succeeds at the next try', async () => {
    const { dueDate, start, charges, paidIn } = await startPayor({ by: { card: '4000009000000094' } })
    await start()
    await moveTo(addDays(dueDate, -10))
    await moveTo(dueDate)
    expect(await paidIn()).toEqual([])
    await moveTo(addDays(dueDate, 2))
    expect(await paidIn()).toEqual([])
    await moveTo(addDays(dueDate, 3))
    expect([await paidIn(), await charges()]).toEqual([[100], []])
  })

  test.each([
    ['a lost card', { card: '4000009000000045' }, 'The card was reported as lost.'],
    ['a closed account', { accountNumber: '000900000002' }, 'The bank account is closed.'],
    ['a revoked debit', { accountNumber: '000900000007' }, 'The bank was told not to allow this debit.'],
  ])('with %s ends the mandate', async (_, by, problem) => {
    const { ruth, dueDate, mine, start, charges } = await startPayor({ by })
    await start()
    await moveTo(addDays(dueDate, -10))
    await moveTo(dueDate)
    await moveToReturns(addDays(dueDate, 5))
    expect(await mine()).toMatchObject([{ status: 'ended', endedBecause: 'declined', next: null }])
    expect(await charges()).toMatchObject([{ status: 'failed', problem }])
    const { text } = await app.mailTo(ruth.email, /did not go through/)
    expect(text).toContain('Autopay has ended')
  })

  test('of a bank account is tried again for R01 and R09 only', async () => {
    const short = await startPayor({ by: { accountNumber: '000900000009' } })
    const good = await startPayor({ by: { accountNumber: '000123456789' } })
    for (const { start } of [short, good]) await start()
    await moveTo(addDays(good.dueDate, -10))
    await moveTo(good.dueDate)
    expect([await short.status(), await good.charges()]).toMatchObject(['PendingConfirmation', [{ status: 'charging' }]])
    await moveToReturns(addDays(good.dueDate, 5))
    expect([await good.status(), await good.charges()]).toEqual(['Paid', []])
    const [{ on = '' } = {}] = await short.charges()
    expect(await short.charges()).toMatchObject([{ status: 'upcoming', problem: 'There was not enough money in the account.' }])
    // Three days after the return was seen, in the evening of the fourth day or the next morning.
    expect([7, 8].map((days) => `${addDays(good.dueDate, days)}T00:00:00.000Z`)).toContain(on)
  })

  test('that needs the payor to confirm sends one mail with a link', async () => {
    const { ruth, dueDate, billId, mine, start, charges } = await startPayor({ by: { card: '4000009000000086' } })
    await start()
    await moveTo(addDays(dueDate, -10))
    await moveTo(dueDate)
    const { text } = await app.mailTo(ruth.email, /^Please confirm your payment for Camp$/)
    expect(text).toContain(`/pay/${billId}`)
    await moveTo(addDays(dueDate, 10))
    expect(await app.mailsTo(ruth.email, /confirm your payment/)).toHaveLength(1)
    expect([(await mine())[0]?.status, (await charges())[0]?.status]).toEqual(['active', 'failed'])
  })
})

describe('a mandate ends', () => {
  test('when its method is removed, its account deleted, its payor forgotten, or the access to Stripe revoked', async () => {
    const [removed, deleted, forgotten, revoked] = [await startPayor(), await startPayor(), await startPayor(), await startPayor()]
    const all = [removed, deleted, forgotten, revoked]
    const ids: string[] = []
    for (const { start } of all) ids.push((await start()).id)
    expect((await removed.ruth.send('delete', `/api/my/payment-methods/${removed.method.id}`)).status).toBe(204)
    await app.ready()
    expect(await removed.mine()).toMatchObject([{ status: 'ended', endedBecause: 'method-removed' }])
    expect((await deleted.ruth.send('delete', '/api/profile')).status).toBe(204)
    const [person] = (await forgotten.admin.get<ListOf<{ id: string }>>('/api/members')).data
    expect((await forgotten.admin.send('delete', `/api/members/${person?.id}`)).status).toBeLessThan(300)
    await app.guest().post(`/api/sandbox/stripe/accounts/${revoked.accountId}`, { accessEnded: true })
    await revoked.admin.send('post', `/api/payment-profiles/${revoked.profileId}/refresh`)
    await app.ready()
    await moveTo(addDays(today(), 1))
    const endOf = async (id: string) => (await app.store.read(`mandate-${id}`)).find(({ type }) => type === 'MandateEnded')?.data.because
    expect(await Promise.all(ids.map(endOf))).toEqual(['method-removed', 'account-deleted', 'payor-forgotten', 'account-disconnected'])
    await app.mailTo(revoked.ruth.email, /has ended$/)
    await moveTo(addDays(revoked.dueDate, 1))
    expect((await app.store.read(`bill-${revoked.billId}`)).some(({ type }) => type === 'PaymentRecorded')).toBe(false)
  })
})

test('a payor sees the bills of a mandate beside the charge, and strangers see neither', async () => {
  const { ruth, admin, billId, mine, start } = await startPayor()
  await start()
  const { data } = await ruth.get<ListOf<MyBill>>('/api/my/listAssessmentBills')
  expect(data.map(({ id }) => id)).toContain((await mine())[0]?.next?.billId)
  const stranger = await app.join('Str')
  expect((await stranger.get<{ data: Mandate[] }>('/api/my/autopay')).data).toEqual([])
  expect((await stranger.get<ListOf<AutopayCharge>>('/api/autopay')).data).toEqual([])
  expect(JSON.stringify(await app.guest().get(`/api/assessment-bills/${billId}`))).not.toContain('4242')
  expect((await admin.send('get', '/api/autopay')).status).toBe(200)
})
