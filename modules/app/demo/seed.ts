import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Bill } from '../../bills/contract.ts'
import type { CampaignStats } from '../../campaigns/contract.ts'
import { DEMO_ADMIN, DEMO_PASSWORD } from '../../identity/demo.ts'
import { addDays, instantOf, type LocalDate } from '../../kernel/dates.ts'
import type { Vestry } from '../server.ts'
import { connectToStripe, payThroughStripe } from './card-payments.ts'
import { DemoClient } from './client.ts'
import { seeded } from './seeded.ts'

const DAY_MS = 86_400_000
const admin = { email: DEMO_ADMIN, firstName: 'Naomi', lastName: 'Ferrand' }
const payor = { email: 'rebekah.cook0@example.org', firstName: 'Rebekah', lastName: 'Cook' }

const file = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')

type Due = Readonly<{ billId: string; at: number; pay: 'full' | 'part' | 'claim' | 'archive'; amount: number; method: string }>

const methods = ['check', 'check', 'zelle', 'wire', 'cash', 'venmo', 'paypal']

const generalAccount = {
  Credit: { isEnabled: true },
  Wire: {
    isEnabled: true,
    bankName: 'First Prairie Bank',
    accountName: 'Elmsworth Covenant Network',
    routingNumber: '123123123',
    accountNumber: '000987654321',
  },
  Zelle: { isEnabled: true, zelleContact: 'treasurer@elmsworth.example' },
  Venmo: { isEnabled: true, venmoHandle: '@elmsworth' },
  PayPal: { isEnabled: true, paypalUsername: 'treasurer@elmsworth.example' },
  Check: { isEnabled: true, payableTo: 'Elmsworth Covenant Network', mailingAddress: '214 Ferry Street\nElmsworth, OR 97401' },
}

/** The Admin's year: her actions and their days. */
const yearOf = (naomi: DemoClient, clock: Vestry['parts']['clock']) => {
  const today = Date.now()
  const random = seeded(7)
  const dues: Due[] = []
  const moveTo = (daysAgo: number) => clock.moveTo(instantOf(today - daysAgo * DAY_MS))
  return {
    naomi,
    random,
    /** The planned payments, by day. */
    dues,
    moveTo,
    moveToMoment: (at: number) => clock.moveTo(instantOf(at)),
    /** Signs in again for the next season: by then the last session has expired. */
    returnAt: async (daysAgo: number) => {
      moveTo(daysAgo)
      await naomi.signIn(admin.email, DEMO_PASSWORD)
    },
    day: (offset: number) => addDays(instantOf(today).slice(0, 10) as LocalDate, offset),
    program: async (networkId: string, profileId: string | null, more: object) => {
      const made = await naomi.post<{ id: string }>(`/networks/${networkId}/assessments`, { frequency: 'OneTime', type: 'Uniform', ...more })
      if (profileId) await naomi.put(`/assessment-programs/${made.id}/payment-profile`, { paymentProfileId: profileId })
      return made.id
    },
    /**
     * Mails a program's bills, and returns only after the last one has gone, so that each mail has the right date. Only
     * the later programs are launched: launching all would make the first start a third slower.
     */
    launch: async (programId: string) => {
      await naomi.put(`/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
      for (let tries = 0; tries < 600; tries += 1) {
        const { data } = await naomi.get<{ data: CampaignStats }>(`/assessment-programs/${programId}/campaign/stats`)
        if (data.status === 'Completed') return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`the campaign of ${programId} does not come to an end`)
    },
    /** Plans payments: most around the due day, some late, some in part, some never. */
    plan: async (programId: string, from: number, to: number, share: number) => {
      for (const bill of await naomi.all<Bill>(`/assessment-bills?assessmentProgramId=${programId}`)) {
        const luck = random()
        if (luck > share) continue
        const at = today + (from + random() ** 0.7 * (to - from)) * DAY_MS
        const method = methods[Math.floor(random() * methods.length)] ?? 'check'
        const pay = luck < share * 0.04 ? 'part' : luck < share * 0.05 ? 'archive' : 'full'
        dues.push({ billId: bill.id, at: Math.min(at, today - 3_600_000), pay, amount: Math.round(bill.amount * 40) / 100, method })
      }
    },
  }
}
type Year = ReturnType<typeof yearOf>
type Account = Readonly<{ networkId: string; profileId: string }>

const foundElmsworth = async ({ naomi, moveTo }: Year): Promise<Account> => {
  moveTo(350)
  await naomi.join(admin, DEMO_PASSWORD)
  const network = await naomi.post<{ id: string }>('/networks', {
    name: 'Elmsworth Covenant Network',
    description: 'Forty congregations along the river',
  })
  const profile = await naomi.post<{ id: string }>('/payment-profiles', { name: 'General account', methods: generalAccount })
  await connectToStripe(naomi, profile.id)
  return { networkId: network.id, profileId: profile.id }
}

/** A CSV file of some of the members, with more columns if given. */
const members = (count: number, columns = '', valuesOf: (i: number) => string = () => '') => {
  const [header, ...rows] = file('members-300.csv').trim().split(/\r?\n/)
  return [`${header}${columns}`, ...rows.slice(0, count).map((row, i) => `${row}${valuesOf(i)}`)].join('\n')
}

/** Makes the programs of the year, each with its payors; returns the current one. */
const billElmsworth = async (year: Year, { networkId, profileId }: Account): Promise<string> => {
  const { naomi, day, program, launch, plan, returnAt } = year
  const annual = await program(networkId, profileId, {
    name: `${day(-350).slice(0, 4)} Annual Ministry Dues`,
    description: 'Share of the common work of the network',
    amount: 250,
    dueDate: day(-290),
  })
  await naomi.upload(annual, file('members-300.csv'))
  await plan(annual, -345, -150, 0.93)

  await returnAt(240)
  const pledges = await program(networkId, profileId, {
    name: 'Mission Partnership Pledge',
    description: 'Pledged amounts for partner missions',
    type: 'Custom',
    amount: 120,
    dueDate: day(-90),
  })
  await naomi.upload(
    pledges,
    members(180, ',amount', (i) => `,${60 + (i % 9) * 35}`),
  )
  await plan(pledges, -230, -5, 0.82)

  await returnAt(190)
  const congregations = await program(networkId, profileId, {
    name: 'Congregational Assessment',
    description: 'Assessment of member congregations',
    amount: 1850,
    dueDate: day(-60),
  })
  await naomi.upload(congregations, file('congregations-40.csv'), 'congregations')
  await launch(congregations)
  await plan(congregations, -180, -2, 0.85)

  await returnAt(30)
  const next = await program(networkId, profileId, {
    name: `${day(25).slice(0, 4)} Advent Ministry Dues`,
    description: 'Share of the common work of the network',
    amount: 275,
    dueDate: day(25),
  })
  await naomi.upload(next, file('members-300.csv'))
  await launch(next)
  await plan(next, -28, 0, 0.31)
  return next
}

const recordWhatCame = async ({ naomi, random, dues, moveToMoment }: Year): Promise<void> => {
  for (const due of dues.sort((a, b) => a.at - b.at)) {
    moveToMoment(due.at)
    if (due.pay === 'archive') await naomi.put(`/assessment-bills/${due.billId}/archive`, { reason: 'Moved away' })
    else if (due.pay === 'part')
      await naomi.post(`/assessment-bills/${due.billId}/receipts`, {
        amount: due.amount,
        method: 'check',
        reference: String(1000 + Math.floor(random() * 900)),
      })
    else await naomi.put(`/assessment-bills/${due.billId}/mark-as-paid`, { method: due.method })
  }
}

/** Payors of the current program pay by card or bank debit, or claim payments. */
const payThisWeek = async ({ naomi, moveTo }: Year, programId: string): Promise<void> => {
  const unpaid = () => naomi.all<Bill>(`/assessment-bills?assessmentProgramId=${programId}&status=Unpaid`)
  // Seven payments: the rate limit allows one address no more in a minute.
  moveTo(5)
  for (const [i, bill] of (await unpaid()).slice(-7).entries()) await payThroughStripe(naomi, bill.id, 'credit', i)

  moveTo(2)
  const open = await unpaid()
  await payThroughStripe(naomi, open.at(-1)?.id ?? '', 'ach', 0)
  for (const [i, bill] of open.slice(0, 9).entries())
    await naomi.post(`/assessments/${bill.id}/mark-as-paid`, { paymentMethod: i % 3 === 0 ? 'wire' : 'zelle' })
}

const foundCoastal = async ({ naomi, day, program }: Year): Promise<void> => {
  const second = await naomi.post<{ id: string }>('/networks', { name: 'Coastal Ministries Alliance', description: 'A second, smaller network' })
  await naomi.post('/auth/network', { networkId: second.id })
  const coastal = await naomi.post<{ id: string }>('/payment-profiles', {
    name: 'Coastal account',
    methods: { Zelle: { isEnabled: true, zelleContact: '+1 (503) 555-0142' } },
  })
  const shore = await program(second.id, coastal.id, {
    name: 'Harbor Chapel Fund',
    description: 'For the roof of the chapel',
    type: 'Custom',
    amount: 75,
    dueDate: day(30),
  })
  await naomi.upload(shore, members(24))
}

/**
 * Creates a year of activity in two networks through the API, as people would, so that every write is a command.
 * Does nothing if the database has users already.
 */
export const seedDemo = async ({ server, parts: { pool, clock } }: Vestry): Promise<void> => {
  const known = await pool.query('select 1 from users limit 1')
  if (known.rowCount) return
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const naomi = new DemoClient(base)
  const year = yearOf(naomi, clock)

  const elmsworth = await foundElmsworth(year)
  const going = await billElmsworth(year, elmsworth)
  await recordWhatCame(year)
  await payThisWeek(year, going)

  await year.returnAt(1)
  const camp = { name: 'Summer Youth Camp', description: 'Fee for the camp by the lake', amount: 180, dueDate: year.day(140) }
  await year.program(elmsworth.networkId, null, camp)
  await foundCoastal(year)
  await naomi.post('/auth/network', { networkId: elmsworth.networkId })

  await new DemoClient(base).join(payor, DEMO_PASSWORD)
}

/** One line for each log-in, and a payable bill; none without a demo. */
export const demoLogins = async (pool: pg.Pool, url: string): Promise<string[]> => {
  const { rows: users } = await pool.query<{ email: string }>('select email from users where email = any($1)', [[admin.email, payor.email]])
  if (users.length === 0) return []
  const { rows: bills } = await pool.query<{ id: string }>(
    `select b.id from bills b join programs p on p.id = b.program_id join payment_profiles f on f.id = p.profile_id
     where b.state = 'Unpaid' and p.status = 'Active' order by cardinality(f.enabled) desc, b.created_at desc, b.position limit 1`,
  )
  return [
    `Administrator: ${admin.email} with the password ${DEMO_PASSWORD}`,
    `Payor: ${payor.email} with the password ${DEMO_PASSWORD}`,
    ...bills.map(({ id }) => `A bill to pay: ${url}/pay/${id}`),
  ]
}
