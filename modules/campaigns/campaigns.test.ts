import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import type { Bill } from '../bills/contract.ts'
import { addDays, type Instant, instantOf, type LocalDate } from '../kernel/dates.ts'
import type { CampaignRun, CampaignStats } from './contract.ts'

type Mail = Readonly<{ to: string[]; from: string; subject: string; text: string; messageId: string }>

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(() => moveTo(instantOf(Date.now())))

const mails = async (to: string): Promise<Mail[]> => (await app.guest().get<{ data: Mail[] }>(`/api/sandbox/mail?to=${to}`)).data
const billMails = async (to: string) => (await mails(to)).filter(({ text }) => text.includes('Here is your bill'))
const today = () => new Date().toISOString().slice(0, 10) as LocalDate
let people = 0
/** A CSV file of payors, each with a unique address. */
const payors = (count: number) => {
  const rows = Array.from({ length: count }, () => {
    people += 1
    return { name: `Payor${people}`, email: `payor${people}@campaign.example` }
  })
  return {
    emails: rows.map(({ email }) => email),
    csv: ['firstName,lastName,email', ...rows.map(({ name, email }) => `${name},Test,${email}`)].join('\n'),
  }
}
const campaign = (client: Client, programId: string) => {
  const path = `/api/assessment-programs/${programId}/campaign`
  return {
    put: (status: string, more: object = {}) =>
      client.send<{ data: { campaignStatus: string }; code: string; missing?: string[]; message: string }>('put', `${path}/status`, {
        json: { status, ...more },
      }),
    stats: async () => (await client.get<{ data: CampaignStats }>(`${path}/stats`)).data,
    runs: async () => (await client.get<{ data: CampaignRun[] }>(`/api/assessment-programs/${programId}/runs`)).data,
    status: async () => (await client.get<{ campaignStatus: string }>(`/api/assessments/${programId}`)).campaignStatus,
  }
}
const ended = (stats: () => Promise<CampaignStats>) => expect.poll(async () => (await stats()).status).toBe('Completed')

describe('launching', () => {
  test('is refused while a precondition is missing, and does nothing the second time', async () => {
    const { admin, programId } = await startNetwork(app, { csv: '' })
    const { put, stats, status } = campaign(admin, programId)
    expect(await stats()).toMatchObject({ status: 'Pending', processedCount: 0, totalCount: 0, startedAt: null })
    const refused = await put('Active')
    expect([refused.status, refused.body.code, refused.body.missing]).toEqual([409, 'not-ready', ['memberUpload']])
    expect((await put('Paused')).body.code).toBe('not-allowed')
    expect(await status()).toBe('Draft')
  })

  test('is refused if the program has changed since it was read', async () => {
    const { admin, programId } = await startNetwork(app, { csv: payors(1).csv })
    const path = `/api/assessment-programs/${programId}/campaign/status`
    const launch = (tag: string) => admin.send('put', path, { json: { status: 'Active' }, headers: { 'if-match': tag } })
    const { headers } = await admin.send('get', `/api/assessments/${programId}`)
    expect((await launch('"9999"')).status).toBe(412)
    expect((await launch(headers.get('etag') ?? '')).status).toBe(200)
  })

  test('mails each payor with an address one bill, and counts payors without an address', async () => {
    const { emails, csv } = payors(25)
    const { admin, programId, bills } = await startNetwork(app, { csv: `${csv}\nNemo,Nobody,` })
    const { put, stats, runs, status } = campaign(admin, programId)
    expect(await billMails(emails[0] as string), 'nothing before the launch').toEqual([])
    expect((await put('Active')).body.data.campaignStatus).toBe('Active')
    expect((await put('Active')).body.data.campaignStatus).toBe('Active')
    await ended(stats)
    expect(await stats()).toMatchObject({ processedCount: 26, totalCount: 26, withoutEmailCount: 1, errorMessage: null })
    expect(await runs()).toMatchObject([{ reason: 'launch', status: 'Completed' }])
    expect(await status()).toBe('Active')
    for (const email of emails) {
      const [mail, ...more] = await billMails(email)
      expect(more).toEqual([])
      const bill = bills.find(({ individualMember }) => email.startsWith(individualMember?.firstName.toLowerCase() ?? '?'))
      expect(mail?.text).toContain(`/pay/${bill?.id}`)
      expect(mail?.from).toContain('Synod')
    }
  })

  test('does not mail payors who are added later; a separate run does', async () => {
    const first = payors(3)
    const late = payors(2)
    const { admin, programId } = await startNetwork(app, { csv: first.csv })
    const { put, stats, runs } = campaign(admin, programId)
    await put('Active')
    await ended(stats)
    await admin.upload(programId, late.csv)
    await expect
      .poll(async () => (await runs()).map(({ reason, status, processedCount }) => [reason, status, processedCount]))
      .toEqual([
        ['late-upload', 'Completed', 2],
        ['launch', 'Completed', 3],
      ])
    for (const email of [...first.emails, ...late.emails]) expect(await billMails(email)).toHaveLength(1)
  })

  test('can happen at a chosen time, and fails visibly if a precondition is missing then', async () => {
    const { emails, csv } = payors(2)
    const { admin, programId } = await startNetwork(app, { csv })
    const empty = await startNetwork(app, { csv: '' })
    const at = instantOf(Date.now() + 3 * 86_400_000)
    const { put, stats, status } = campaign(admin, programId)
    expect((await put('Scheduled')).body.message).toBe('Please choose a time in the future')
    expect((await put('Scheduled', { launchAt: instantOf(Date.now() - 1000) })).status).toBe(400)
    expect((await put('Scheduled', { launchAt: at })).body.data.campaignStatus).toBe('Scheduled')
    expect((await campaign(empty.admin, empty.programId).put('Scheduled', { launchAt: at })).status).toBe(200)
    expect(await billMails(emails[0] as string)).toEqual([])
    await moveTo(instantOf(Date.parse(at) + 60_000))
    expect(await status()).toBe('Active')
    expect(await campaign(empty.admin, empty.programId).status()).toBe('Failed')
    await ended(stats)
    expect(await billMails(emails[0] as string)).toHaveLength(1)
  })
})

const moveTo = async (now: Instant) => {
  expect((await app.guest().send('post', '/api/sandbox/clock', { json: { now } })).status).toBe(200)
}

test('a paused campaign sends no mail, and sends the rest once it is resumed', async () => {
  const first = payors(2)
  const late = payors(2)
  const { admin, programId } = await startNetwork(app, { csv: first.csv })
  const { put, stats, runs, status } = campaign(admin, programId)
  await put('Active')
  await ended(stats)
  expect((await put('Paused')).body.data.campaignStatus).toBe('Paused')
  await admin.upload(programId, late.csv)
  await moveTo(instantOf(Date.now()))
  expect(await billMails(late.emails[0] as string)).toEqual([])
  expect(await status()).toBe('Paused')
  await put('Active')
  await ended(stats)
  expect((await runs()).map(({ reason, processedCount }) => [reason, processedCount])).toEqual([
    ['resume', 2],
    ['launch', 2],
  ])
  for (const email of [...first.emails, ...late.emails]) expect(await billMails(email)).toHaveLength(1)
})

test('campaigns that another process sends occupy no worker, and continue here once that process has ended', async () => {
  const other = new pg.Client({ connectionString: app.database.url })
  await other.connect()
  const campaigns = await Promise.all([1, 2, 3, 4].map(() => startNetwork(app, { csv: payors(1).csv })))
  for (const { programId } of campaigns) await other.query('select pg_advisory_lock(hashtextextended($1, 0))', [`run ${programId}`])
  for (const { admin, programId } of campaigns) await campaign(admin, programId).put('Active')
  const free = await startNetwork(app, { csv: payors(1).csv })
  await campaign(free.admin, free.programId).put('Active')
  await ended(campaign(free.admin, free.programId).stats)
  for (const { admin, programId } of campaigns) expect((await campaign(admin, programId).stats()).processedCount).toBe(0)
  await other.end()
  await moveTo(instantOf(Date.now()))
  for (const { admin, programId } of campaigns) await ended(campaign(admin, programId).stats)
})

test('if a program ends during its run, the remaining bills are mailed once it is active again', async () => {
  const { emails, csv } = payors(2)
  const { admin, programId } = await startNetwork(app, { csv })
  const { put, stats } = campaign(admin, programId)
  const make = (status: string) => admin.put(`/api/assessment-programs/${programId}/status`, { status })
  const other = new pg.Client({ connectionString: app.database.url })
  await other.connect()
  await other.query('select pg_advisory_lock(hashtextextended($1, 0))', [`run ${programId}`])
  await put('Active')
  await make('Completed')
  await other.end()
  await moveTo(instantOf(Date.now()))
  await ended(stats)
  for (const email of emails) expect(await billMails(email)).toEqual([])
  await make('Active')
  await moveTo(instantOf(Date.now() + 3 * 86_400_000))
  for (const email of emails) await expect.poll(() => billMails(email)).toHaveLength(1)
})

test('payors who are added later are mailed once jobs run again, after any outage', async () => {
  const front = await startApp({ ROLE: 'projector' })
  const worker = () => startApp({ ROLE: 'worker' }, { on: front })
  const before = await worker()
  for (const { clock } of [front, before]) clock.moveTo(instantOf(Date.now() - 5 * 86_400_000))
  const late = payors(2)
  const { admin, programId } = await startNetwork(front, { csv: payors(1).csv })
  const { put, stats, runs } = campaign(admin, programId)
  await put('Active')
  await ended(stats)
  await before.stop()
  await admin.upload(programId, late.csv)
  const after = await worker()
  await expect.poll(async () => (await runs()).map(({ reason, processedCount }) => [reason, processedCount])[0]).toEqual(['late-upload', 2])
  for (const email of late.emails) await expect.poll(() => front.mailsTo(email, /./)).toHaveLength(1)
  await after.stop()
  await front.stop()
})

test('a OneTime campaign ends with its last open bill, and reopens after a late upload', async () => {
  const { csv } = payors(2)
  const { admin, programId, bills } = await startNetwork(app, { csv })
  const { put, stats, status } = campaign(admin, programId)
  await put('Active')
  await ended(stats)
  const [first, second] = bills as [Bill, Bill]
  await admin.put(`/api/assessment-bills/${first.id}/mark-as-paid`, {})
  expect(await status()).toBe('Active')
  await admin.put(`/api/assessment-bills/${second.id}/archive`, {})
  await expect.poll(status).toBe('Completed')
  await admin.upload(programId, payors(1).csv)
  await expect.poll(status).toBe('Active')
})

test('a completed OneTime campaign reopens when one of its bills is open again', async () => {
  const { admin, programId, bills } = await startNetwork(app, { csv: payors(1).csv })
  const { put, stats, status, runs } = campaign(admin, programId)
  await put('Active')
  await ended(stats)
  const path = `/api/assessment-bills/${bills[0]?.id}`
  await admin.put(`${path}/mark-as-paid`, {})
  await expect.poll(status).toBe('Completed')
  const { data: payments } = await admin.get<{ data: { id: string }[] }>(`${path}/payments`)
  await admin.post(`${path}/reversals`, { paymentId: payments[0]?.id, reason: 'The check came back' })
  const goesOn = async () => {
    await moveTo(instantOf(Date.now()))
    return status()
  }
  await expect.poll(goesOn).toBe('Active')
  await ended(stats)
  expect((await runs()).map(({ reason, processedCount }) => [reason, processedCount])).toEqual([['launch', 1]])
})

test('a launch scheduled for a program that was completed meanwhile happens once the program is active again', async () => {
  const { admin, programId } = await startNetwork(app, { csv: payors(1).csv })
  const { put, status } = campaign(admin, programId)
  const path = `/api/assessment-programs/${programId}/status`
  expect((await put('Scheduled', { launchAt: instantOf(Date.now() + 3_600_000) })).status).toBe(200)
  await admin.put(path, { status: 'Completed' })
  await moveTo(instantOf(Date.now() + 2 * 3_600_000))
  expect(await status()).toBe('Scheduled')
  await admin.put(path, { status: 'Active' })
  await moveTo(instantOf(Date.now() + 2 * 3_600_000))
  expect(await status()).toBe('Active')
})

test('a bill paid before the launch is mailed once its payment is reversed', async () => {
  const { emails, csv } = payors(2)
  const [bounced, open] = emails as [string, string]
  const { admin, programId, bills } = await startNetwork(app, { csv, terms: { dueDate: addDays(today(), 40) } })
  const { put, stats } = campaign(admin, programId)
  const bill = bills.find(({ individualMember }) => bounced.startsWith(`${individualMember?.firstName.toLowerCase()}@`))
  await admin.put(`/api/assessment-bills/${bill?.id}/mark-as-paid`, { method: 'check' })
  await put('Active')
  await ended(stats)
  const mailed = async (email: string) => (await mails(email)).filter(({ subject }) => !/^Receipt|was reversed$/.test(subject)).length
  expect([await mailed(bounced), await mailed(open)]).toEqual([0, 1])
  await moveTo(instantOf(Date.now() + 5 * 86_400_000))
  const { data: payments } = await admin.get<{ data: { id: string }[] }>(`/api/assessment-bills/${bill?.id}/payments`)
  await admin.post(`/api/assessment-bills/${bill?.id}/reversals`, { paymentId: payments[0]?.id, reason: 'The check came back' })
  await moveTo(instantOf(Date.now() + 6 * 86_400_000))
  await expect.poll(() => mailed(bounced)).toBe(1)
  await moveTo(instantOf(Date.now() + 7 * 86_400_000))
  expect([await mailed(bounced), await mailed(open)]).toEqual([1, 1])
  await moveTo(instantOf(Date.now()))
})

test('sends reminders on the set days at nine, one mail a day, but not to payors who have paid or claim to have paid', async () => {
  const { emails, csv } = payors(3)
  const [debtor, payer, claimer] = emails as [string, string, string]
  const due = addDays(today(), 20)
  const { admin, programId, bills } = await startNetwork(app, { csv, terms: { dueDate: due } })
  const { put, stats } = campaign(admin, programId)
  await put('Active')
  await ended(stats)
  const billOf = (email: string) => bills.find(({ individualMember }) => email.startsWith(`${individualMember?.firstName.toLowerCase()}@`))?.id
  await admin.put(`/api/assessment-bills/${billOf(payer)}/mark-as-paid`, {})
  await app.guest().post(`/api/assessments/${billOf(claimer)}/mark-as-paid`, { paymentMethod: 'zelle' })
  const reminders = async (email: string) => (await mails(email)).filter(({ subject }) => subject.startsWith('Reminder'))
  // New York is four or five hours behind UTC.
  const nine = (day: LocalDate) => `${day}T14:30:00.000Z` as Instant
  const early = (day: LocalDate) => `${day}T11:00:00.000Z` as Instant
  await moveTo(early(addDays(due, -7)))
  expect(await reminders(debtor)).toHaveLength(0)
  await moveTo(nine(addDays(due, -7)))
  expect(await reminders(debtor)).toHaveLength(1)
  await moveTo(nine(addDays(due, -7)))
  await moveTo(nine(addDays(due, -6)))
  expect(await reminders(debtor)).toHaveLength(1)
  await moveTo(nine(due))
  expect((await reminders(debtor))[0]?.text).toContain('Due today')
  // After a gap, only the reminder of the last day is sent: days 3 and 10 have passed, day 30 has not. Six o'clock UTC
  // is at night in New York.
  await moveTo(`${addDays(due, 13)}T06:00:00.000Z` as Instant)
  expect(await reminders(debtor)).toHaveLength(3)
  await moveTo(nine(addDays(due, 400)))
  await moveTo(nine(addDays(due, 401)))
  expect(await reminders(debtor)).toHaveLength(4)
  expect(await reminders(payer)).toHaveLength(0)
  expect(await reminders(claimer)).toHaveLength(0)
})

test('reminds of each part of a payment plan on its own days', async () => {
  const { emails, csv } = payors(1)
  const [email] = emails as [string]
  const due = addDays(today(), 20)
  const { admin, programId, bills } = await startNetwork(app, { csv, terms: { dueDate: due } })
  const { put, stats } = campaign(admin, programId)
  await admin.put(`/api/assessment-programs/${programId}/plans`, { counts: [2] })
  const bill = bills[0]?.id
  const { data: plan } = await app.guest().post<{ data: { parts: { dueDate: string }[] } }>(`/api/assessment-bills/${bill}/plan`, { count: 2 })
  const second = plan.parts[1]?.dueDate.slice(0, 10) as LocalDate
  await put('Active')
  await ended(stats)
  const reminders = async () => (await mails(email)).filter(({ subject }) => subject.startsWith('Reminder'))
  const nine = (day: LocalDate) => moveTo(`${day}T14:30:00.000Z` as Instant)
  const counted: number[] = []
  for (const day of [addDays(due, -7), due, addDays(due, 3), addDays(due, 10)]) {
    await nine(day)
    counted.push((await reminders()).length)
  }
  expect(counted).toEqual([1, 2, 3, 4])
  // The first part is missed for more than three weeks: then it is paid, and the second one is due in a week.
  await app.guest().send('post', '/api/sandbox/clock', { json: { now: `${addDays(second, -8)}T14:30:00.000Z` } })
  await admin.post('/api/auth/login', { email: admin.email, password: PASSWORD })
  await admin.post(`/api/assessment-bills/${bill}/receipts`, { amount: 50, method: 'check' })
  for (const day of [addDays(second, -7), addDays(second, -6), second]) {
    await nine(day)
    counted.push((await reminders()).length)
  }
  expect(counted.slice(4)).toEqual([5, 5, 6])
})

test.each([
  ['Monthly', 12],
  ['Quarterly', 4],
  ['Biannual', 2],
  ['Yearly', 1],
  ['OneTime', 0],
] as const)('issues %s bills 30 days ahead, each once', async (frequency, inAYear) => {
  const { csv } = payors(2)
  const first = '2131-01-31' as LocalDate
  const { admin, programId } = await startNetwork(app, { csv, terms: { frequency, dueDate: first } })
  const { put, stats } = campaign(admin, programId)
  await put('Active')
  await ended(stats)
  /** By then the Admin's sign-in has expired. */
  const at = async (now: string) => {
    await moveTo(now as Instant)
    await admin.post('/api/auth/login', { email: admin.email, password: PASSWORD })
  }
  const periods = async () => [...new Set((await admin.bills(programId)).map(({ period }) => period.slice(0, 10)))].sort()
  expect(await periods()).toEqual([first])
  await at('2131-06-15T15:00:00.000Z')
  await at('2132-01-01T15:00:00.000Z')
  await at('2132-01-01T15:00:00.000Z')
  const all = await periods()
  expect(all).toHaveLength(1 + inAYear)
  expect((await admin.bills(programId)).length).toBe(2 * all.length)
  if (frequency === 'Monthly') expect(all.slice(0, 3)).toEqual(['2131-01-31', '2131-02-28', '2131-03-31'])
})

describe('a recurring program', () => {
  const first = '2131-01-31' as LocalDate
  /** A launched program with two payors. Its Admin signs in again as time passes. */
  const launched = async (more: Partial<Record<keyof typeof terms, string | number>>, csv = payors(2).csv) => {
    const monthly = { frequency: 'Monthly', dueDate: first }
    const made = await startNetwork(app, { csv, terms: { ...monthly, ...more } })
    const { admin, programId } = made
    const { put, stats } = campaign(admin, programId)
    await put('Active')
    await ended(stats)
    return {
      ...made,
      edit: (changed: typeof more) => admin.put(`/api/assessments/${programId}`, { ...terms, ...monthly, ...changed }),
      at: async (day: string) => {
        await moveTo(`${day}T15:00:00.000Z` as Instant)
        await admin.post('/api/auth/login', { email: admin.email, password: PASSWORD })
      },
      dues: async () => (await admin.bills(programId)).map(({ period, amount }) => [period.slice(0, 10), amount]).sort(),
    }
  }

  test('does not bill forgotten payors', async () => {
    const { admin, bills, at, dues } = await launched({})
    await admin.send('delete', `/api/members/${bills[0]?.individualMember?.id}`)
    await at('2131-02-15')
    await expect.poll(dues).toEqual([first, first, '2131-02-28'].map((day) => [day, 100]))
  })

  test('once it is active again, bills the current period, but no period of the pause', async () => {
    const { admin, programId, at, dues } = await launched({}, payors(1).csv)
    await at('2131-02-15')
    await expect.poll(dues).toHaveLength(2)
    const path = `/api/assessment-programs/${programId}/status`
    await admin.put(path, { status: 'Completed' })
    await at('2131-09-15')
    await admin.put(path, { status: 'Active' })
    await at('2131-09-16')
    await expect.poll(async () => (await dues()).map(([day]) => day)).toEqual([first, '2131-02-28', '2131-09-30'])
  })

  test('bills no earlier period after a change to a higher frequency', async () => {
    const { edit, at, dues } = await launched({ frequency: 'Yearly' }, payors(1).csv)
    await at('2131-01-15')
    await at('2131-11-20')
    await edit({})
    await at('2131-11-21')
    await expect.poll(async () => (await dues()).map(([day]) => day)).toEqual([first, '2131-11-30'])
  })

  test('bills only later periods after a change from a completed OneTime program', async () => {
    const { edit, bills, admin, programId, at, dues } = await launched({ frequency: 'OneTime' }, payors(1).csv)
    const { status } = campaign(admin, programId)
    await admin.put(`/api/assessment-bills/${bills[0]?.id}/mark-as-paid`, {})
    await expect.poll(status).toBe('Completed')
    await edit({})
    await at('2131-01-20')
    await at('2131-02-15')
    await expect.poll(async () => (await dues()).map(([day]) => day)).toEqual([first, '2131-02-28'])
    await expect.poll(status).toBe('Active')
  })

  test('does not bill a period again after an upload has billed it and an edit has moved it', async () => {
    const { edit, at, dues } = await launched({}, payors(1).csv)
    await edit({ dueDate: '2131-02-10' })
    await at('2131-01-20')
    await at('2131-02-20')
    await expect.poll(async () => (await dues()).map(([day]) => day)).toEqual([first, '2131-03-10'])
  })

  test('bills the amount that was last given in a Custom program', async () => {
    const { admin, programId, edit, at, dues } = await launched({ type: 'Custom' }, 'firstName,lastName,amount\nRuth,Own,60')
    await admin.upload(programId, 'firstName,lastName,email\nRuth,Own,ruth@own.example')
    await at('2131-02-15')
    await expect.poll(dues).toEqual([
      [first, 60],
      ['2131-02-28', 60],
    ])
    await edit({ amount: 90 })
    await at('2131-03-15')
    await expect.poll(dues).toEqual([
      [first, 60],
      ['2131-02-28', 60],
      ['2131-03-31', 90],
    ])
  })

  test('shows the run of its launch, and no run for a period that an upload has billed', async () => {
    const { admin, programId } = await launched({ dueDate: addDays(today(), 20) })
    await moveTo(instantOf(Date.now()))
    const runs = async () => (await campaign(admin, programId).runs()).map(({ reason, processedCount }) => [reason, processedCount])
    expect(await runs()).toEqual([['launch', 2]])
  })
})
