import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, onTestBed, query } from './test-bed.ts'

type Frequency = 'Monthly' | 'Quarterly' | 'Biannual' | 'Yearly' | 'OneTime'
const months: Record<Frequency, number> = { Monthly: 1, Quarterly: 3, Biannual: 6, Yearly: 12, OneTime: 0 }
const FIRST = '2027-01-31'
const END = '2030-01-15'
const DAY_MS = 86_400_000

/**
 * The due dates that a program should have billed by a day, computed independently of the product. In a short month the
 * 31st becomes the month's last day.
 */
const periodsBy = (frequency: Frequency, today: string): string[] => {
  if (frequency === 'OneTime') return [FIRST]
  const periods: string[] = []
  for (let n = 0; ; n += months[frequency]) {
    const year = 2027 + Math.floor(n / 12)
    const month = n % 12
    const last = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 31
    const period = `${year}-${String(month + 1).padStart(2, '0')}-${Math.min(31, last)}`
    if (Date.parse(period) - 30 * DAY_MS > Date.parse(today) && n > 0) return periods
    periods.push(period)
  }
}

/**
 * Fault 23: the clock moves through three years, across daylight-saving changes and a leap day, in jumps and with steps
 * back.
 */
export const calendar: Fault = ({ quick }) =>
  onTestBed('calendar', async ({ product, treasurer, violations: found, start }) => {
    await start({ RATE_LIMIT_FACTOR: '1000000' })
    const violations: string[] = []
    const { client } = treasurer
    const url = () => product().databaseUrl()
    const wrong = (what: string, is: unknown, should: unknown) => {
      if (JSON.stringify(is) !== JSON.stringify(should)) violations.push(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(should)}`)
    }
    let moves = 0
    const move = async (now: string) => {
      moves += 1
      await client.post('/sandbox/clock', { now })
    }

    await move('2026-12-10T15:00:00.000Z')
    await client.signIn(treasurer.email, treasurer.password)
    const programs = new Map<Frequency, string>()
    for (const frequency of Object.keys(months) as Frequency[]) {
      const id = await treasurer.program(frequency, { frequency, dueDate: FIRST })
      programs.set(frequency, id)
      await client.upload(
        id,
        `firstName,lastName,email\nAnn,${frequency},ann.${frequency}@calendar.example\nBo,${frequency},bo.${frequency}@calendar.example\n`,
      )
      await client.put(`/assessment-programs/${id}/campaign/status`, { status: 'Active' })
    }
    const oneTime = programs.get('OneTime') ?? ''
    const statuses = async (programId: string) =>
      (await client.all<{ status: string }>(`/assessment-bills?assessmentProgramId=${programId}&orderBy=dueDate&order=asc`)).map(
        ({ status }) => status,
      )
    const reminders = async () =>
      (
        await query<{ email: string; times: number }>(
          url(),
          `select m.email, count(distinct g.id)::int as times from read.messages g join read.members m on m.id = g.payor_id
           where g.purpose = 'reminder' and g.status = 'Sent' and m.email like '%onetime%' group by 1 order by 1`,
        )
      ).map(({ times }) => times)

    // Moves the clock day by day around the due day. Each reminder is sent once, and the due day ends at midnight in
    // New York.
    for (let day = Date.parse('2027-01-20T14:30:00.000Z'); day < Date.parse('2027-03-06T00:00:00.000Z'); day += (quick ? 3 : 1) * DAY_MS)
      await move(new Date(day).toISOString())
    if (!quick) wrong('reminders of the OneTime bills', await reminders(), [5, 5])
    await client.signIn(treasurer.email, treasurer.password)
    const flips: [string, string, string][] = [
      ['2027-02-01T04:59:30.000Z', 'Unpaid', 'half a minute before midnight of the due day'],
      ['2027-02-01T05:00:30.000Z', 'Overdue', 'half a minute after it'],
      ['2027-02-01T04:30:00.000Z', 'Unpaid', 'an hour back'],
      ['2027-02-01T05:30:00.000Z', 'Overdue', 'and on again'],
      ['2027-03-14T06:59:00.000Z', 'Overdue', 'before the hour is lost'],
      ['2027-03-14T07:01:00.000Z', 'Overdue', 'after the hour is lost'],
      ['2027-11-07T05:59:00.000Z', 'Overdue', 'in the hour that comes twice'],
      ['2027-11-07T06:01:00.000Z', 'Overdue', 'in it for the second time'],
    ]
    for (const [now, status, when] of flips) {
      await move(now)
      await client.signIn(treasurer.email, treasurer.password)
      wrong(`OneTime bills ${when}`, await statuses(oneTime), [status, status])
    }

    // Moves the clock in jumps of forty days, with a step back after each. Every payor is billed once for every period.
    for (let at = Date.parse('2027-11-08T15:00:00.000Z'); at < Date.parse(END); at += 40 * DAY_MS) {
      await move(new Date(at).toISOString())
      await move(new Date(at - 3_600_000).toISOString())
    }
    await move('2028-02-29T12:00:00.000Z')
    await move(`${END}T15:00:00.000Z`)
    await move(`${END}T15:00:00.000Z`)
    await client.signIn(treasurer.email, treasurer.password)
    for (const [frequency, id] of programs) {
      const rows = await query<{ period: string; bills: number }>(
        url(),
        'select period::text, count(*)::int as bills from read.bills where program_id = $1 group by 1 order by 1',
        [id],
      )
      wrong(
        `periods of the ${frequency} program`,
        rows.map(({ period }) => period),
        periodsBy(frequency, END),
      )
      if (rows.some(({ bills }) => bills !== 2)) violations.push(`${frequency}: a period has not one bill for each payor`)
    }
    const mails = await query<{ times: number; bills: number }>(
      url(),
      `select count(*)::int as times, count(distinct bill_id)::int as bills from read.message_bills where purpose = 'bill'`,
    )
    if (mails[0]?.times !== mails[0]?.bills) violations.push(`R88 ${mails[0]?.times} mails about ${mails[0]?.bills} bills`)

    for (const { id } of await client.all<{ id: string }>(`/assessment-bills?assessmentProgramId=${oneTime}`))
      await client.put(`/assessment-bills/${id}/mark-as-paid`, {})
    let status = ''
    for (let tries = 0; tries < 100 && status !== 'Completed'; tries += 1) {
      status = (await client.get<{ campaignStatus: string }>(`/assessments/${oneTime}`)).campaignStatus
      await pause(100)
    }
    wrong('the OneTime campaign, all paid', status, 'Completed')
    violations.push(...(await found()))
    return {
      summary: `${moves} moves of the clock through three years: every period billed once, overdue at the day's end, each rung once`,
      violations,
    }
  })
