import { type MailServer, type Policy, startMailServer } from '../../modules/sandbox/mail-server.ts'
import { memberCsv } from '../bench/people.ts'
import { type Fault, onTestBed, query, type TestBed, within } from './test-bed.ts'

type Campaign = Readonly<{ programId: string; bills: number }>

const launch = async ({ treasurer }: TestBed, name: string, rows: number, batch: number): Promise<Campaign> => {
  const programId = await treasurer.program(name)
  await treasurer.client.upload(programId, memberCsv(rows, batch))
  await treasurer.client.put(`/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  return { programId, bills: rows }
}

const statsOf = async ({ treasurer }: TestBed, { programId }: Campaign) =>
  (await treasurer.client.get<{ data: { status: string; errorMessage: string | null } }>(`/assessment-programs/${programId}/campaign/stats`)).data

const completed = (bed: TestBed, campaign: Campaign, what: string) =>
  within(async () => (await statsOf(bed, campaign)).status === 'Completed', `the end of the run ${what}`)

type Row = { status: string; count: number }

/** One mail per bill: the server has received exactly the mails that the ledger counts as sent, by Message-ID. */
const counted = async (bed: TestBed, server: MailServer, { programId, bills }: Campaign, failed: number, what: string): Promise<string[]> => {
  const url = bed.product().databaseUrl()
  const statuses = await query<Row>(url, 'select status, count(*)::int as count from read.messages where program_id = $1 group by status', [
    programId,
  ])
  const of = (status: string) => statuses.find((row) => row.status === status)?.count ?? 0
  const sent = await query<{ id: string }>(url, `select id from read.messages where program_id = $1 and status = 'Sent'`, [programId])
  const billed = await query<{ count: number }>(
    url,
    `select count(distinct a.bill_id)::int as count from read.message_bills a join read.messages g on g.id = a.message_id where g.program_id = $1 and g.purpose = 'bill'`,
    [programId],
  )
  // The treasurer also gets a mail about the attached payment profile.
  const taken = [...server.taken].filter(([, { to }]) => to !== bed.treasurer.email)
  const ids = new Set(taken.map(([id]) => id.split('@')[0]))
  const lost = sent.filter(({ id }) => !ids.has(id)).length
  const addresses = new Set(taken.map(([, { to }]) => to))
  return [
    ...(billed[0]?.count === bills ? [] : [`${what}: ${billed[0]?.count} of ${bills} bills have a mail`]),
    ...(of('Sent') === bills - failed ? [] : [`${what}: ${JSON.stringify(statuses)} for ${bills} bills, ${failed} of which nobody takes`]),
    ...(lost === 0 ? [] : [`${what}: ${lost} mails are said to be sent and never came`]),
    ...(ids.size === bills - failed && addresses.size === ids.size
      ? []
      : [`${what}: ${ids.size} Message-IDs at ${addresses.size} addresses for ${bills - failed} mails`]),
  ]
}

const repeats = (server: MailServer): number => [...server.taken.values()].reduce((sum, { times }) => sum + times - 1, 0)

/**
 * When the app is killed, 10 mails are under way and the results of at most 100 are unrecorded: all these mails are
 * sent again (modules/messages/send-page.ts, recorder.ts).
 */
const UNREPORTED_AT_MOST = 110

/** True for this share of the addresses, and for the same addresses in each run. */
const among = (share: number, address: string): boolean =>
  [...address].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1000, 7) < share * 1000

const moods: readonly Readonly<{ name: string; policy: Policy; refused?: (address: string) => boolean }>[] = [
  { name: 'greylisting', policy: (_, attempt) => (attempt === 1 ? 'defer' : 'take') },
  { name: '4xx for some', policy: (to, attempt) => (among(0.2, to) && attempt < 3 ? 'defer' : 'take') },
  { name: '5xx for some', policy: (to) => (among(0.1, to) ? 'refuse' : 'take'), refused: (to) => among(0.1, to) },
  { name: 'dropped after DATA', policy: (to, attempt) => (among(0.1, to) && attempt === 1 ? 'drop' : 'take') },
  { name: 'slow', policy: (to) => (among(0.3, to) ? 'slow' : 'take') },
]

const inAMood = async (bed: TestBed, server: MailServer, mood: (typeof moods)[number], rows: number, batch: number): Promise<string[]> => {
  server.forget()
  server.behave(mood.policy)
  const failed = memberCsv(rows, batch)
    .split('\n')
    .slice(1)
    .filter((line) => mood.refused?.(line.split(',')[2] ?? '')).length
  const campaign = await launch(bed, mood.name, rows, batch)
  const ended = await completed(bed, campaign, `while ${mood.name}`)
  return [...ended, ...(await counted(bed, server, campaign, failed, mood.name))]
}

/** The mail server is down at the launch: the treasurer is notified then, and again when sending resumes. */
const down = async (bed: TestBed, server: MailServer, rows: number, batch: number): Promise<string[]> => {
  server.forget()
  server.behave(() => 'take')
  await server.down()
  const campaign = await launch(bed, 'Down', rows, batch)
  const said = async (message: string | null) => {
    const { status, errorMessage } = await statsOf(bed, campaign)
    return message === null ? errorMessage === null : status === 'InProgress' && errorMessage === message
  }
  const shown = await within(() => said('The mail server cannot be reached. We keep trying.'), 'the sentence about the mail server')
  await server.up()
  const ended = await completed(bed, campaign, 'once the server is back')
  const cleared = await within(() => said(null), 'the end of the sentence about the mail server')
  return [...shown, ...ended, ...cleared, ...(await counted(bed, server, campaign, 0, 'down'))]
}

/** Kills the app (SIGKILL) at several points of a large launch. */
const killed = async (bed: TestBed, server: MailServer, rows: number, points: number, random: () => number): Promise<string[]> => {
  server.forget()
  server.behave(() => 'take')
  const campaign = await launch(bed, 'Killed', rows, 50)
  const violations: string[] = []
  for (let i = 0; i < points; i += 1) {
    const wanted = Math.floor(((i + random()) / points) * rows)
    violations.push(...(await within(async () => server.taken.size >= wanted, `mail ${wanted}`)))
    await bed.product().kill()
    await bed.start()
  }
  violations.push(...(await completed(bed, campaign, `after ${points} kills`)))
  return [...violations, ...(await counted(bed, server, campaign, 0, 'killed'))]
}

/**
 * Fault 22: the mail server is down, slow, answers 4xx or 5xx, or disconnects after DATA; the app is killed during a
 * launch.
 */
export const mailBroken: Fault = async ({ random, quick }) => {
  const server = await startMailServer()
  try {
    return await onTestBed('mail', async (bed) => {
      const rows = quick ? 200 : 600
      const large = quick ? 2_000 : 10_000
      const points = quick ? 3 : 5
      await bed.start({ SMTP_URL: server.url })
      const violations: string[] = []
      for (const [i, mood] of moods.entries()) violations.push(...(await inAMood(bed, server, mood, rows, i + 1)))
      violations.push(...(await down(bed, server, rows, 20)))
      violations.push(...(await killed(bed, server, large, points, random)))
      const twice = repeats(server)
      if (twice > points * UNREPORTED_AT_MOST) violations.push(`${twice} mails went twice in ${points} kills`)
      violations.push(...(await bed.violations()))
      return {
        summary: `a mail server in every mood (${moods.map(({ name }) => name).join(', ')}, down): each bill mailed once; a launch of ${large} killed at ${points} points: ${large} Message-IDs, ${twice} of them handed over twice under the same id`,
        violations,
      }
    })
  } finally {
    await server.stop()
  }
}
