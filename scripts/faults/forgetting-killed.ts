import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startMailServer } from '../../modules/sandbox/mail-server.ts'
import { foundInFiles } from '../found-in-files.ts'
import { foundInTables } from '../found-in-tables.ts'
import { type Fault, killHard, onTestBed, query, type TestBed, within } from './test-bed.ts'

const personOf = (n: number) => {
  const tag = `${String(n).padStart(3, '0')}z`
  return {
    csv: `Qorin${tag},Vex${tag},qorin${tag}@gone.example,(320) ${String(200 + n)}-7741`,
    firstName: `Qorin${tag}`,
    words: [`Qorin${tag}`, `Vex${tag}`, `qorin${tag}@gone.example`, `${200 + n}7741`, `${200 + n}-7741`, `Wembley${tag}`, `Quince${tag}`],
    reference: `Wembley${tag} of Qorin${tag}`,
    reason: `Quince${tag} knows nothing of it`,
  }
}
type Person = ReturnType<typeof personOf> & Readonly<{ id: string; billId: string }>

/** People with all kinds of data: references, reasons, answers, caught mails and returned mails. */
const written = async (bed: TestBed, count: number, smtpUrl: string): Promise<Person[]> => {
  const { treasurer } = bed
  const programId = await treasurer.program('Dues', { type: 'Custom' })
  const people = Array.from({ length: count }, (_, n) => personOf(n))
  await treasurer.client.upload(programId, ['firstName,lastName,email,phone', ...people.map(({ csv }) => csv)].join('\n'))
  await treasurer.client.put(`/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  const caught = async () =>
    (await query(bed.product().databaseUrl(), `select from caught_mails where array_to_string(recipients, '') like '%gone.example'`)).length
  await within(async () => (await caught()) === count, 'the mails of the campaign')
  const rows = await query<{ id: string; bill_id: string; first_name: string }>(
    bed.product().databaseUrl(),
    'select m.id, b.id as bill_id, m.first_name from read.members m join read.bills b on b.payor_id = m.id where b.program_id = $1',
    [programId],
  )
  await bed.start({ SMTP_URL: smtpUrl })
  const known = people.map((person): Person => {
    const row = rows.find(({ first_name }) => first_name === person.firstName)
    return { ...person, id: row?.id ?? '', billId: row?.bill_id ?? '' }
  })
  for (const { billId, reference, reason } of known) {
    const bill = `/assessment-bills/${billId}`
    await treasurer.client.post(`${bill}/receipts`, { amount: 1, method: 'check', reference }, { 'idempotency-key': `receipt-of-${billId}` })
    await treasurer.client.post(`${bill}/adjustments`, { amount: 2, reason })
    await treasurer.client.post(`/assessments/${billId}/mark-as-paid`, { paymentMethod: 'zelle' })
    await treasurer.client.post(`${bill}/not-received`, { reason })
  }
  const failed = async () => (await query(bed.product().databaseUrl(), `select from read.messages where status = 'Failed'`)).length
  await within(async () => (await failed()) >= count, 'the mails that nobody takes')
  return known
}

const nextAppend = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const appended = new Promise<void>((resolve) => {
    client.on('notification', ({ payload }) => payload?.includes('member') && resolve())
  })
  await client.query('listen events')
  return { appended, close: () => client.end() }
}

const forget = ({ treasurer }: TestBed, id: string): Promise<boolean> =>
  treasurer.client.delete(`/members/${id}`).then(
    () => true,
    () => false,
  )

/**
 * Runs the nightly erasure, kills the app during it, and returns the files (the database's, the app's log) that still
 * contain one of these words.
 */
const leftOnDisk = async (bed: TestBed, words: readonly string[], random: () => number): Promise<string[]> => {
  const url = () => bed.product().databaseUrl()
  await query(url(), `select graphile_worker.add_job('erase-forgotten', '{}', job_key => 'erase-forgotten')`)
  await pause(300 + 700 * random())
  await bed.product().kill()
  await bed.start()
  const waiting = () => query(url(), `select from graphile_worker._private_jobs where key = 'erase-forgotten'`)
  const ended = await within(async () => (await waiting()).length === 0, 'the end of the night')
  await query(url(), 'checkpoint')
  return [...ended, ...foundInFiles(bed.dir, words)]
}

/**
 * Fault 28: the app is killed at different moments while it forgets a person, alone or with its database. Nothing
 * readable is left of the person, and after the nightly erasure no bytes either. Everything about others stays.
 */
export const forgettingKilled: Fault = ({ random, quick }) =>
  onTestBed('forgetting', async (bed) => {
    const kills = quick ? 6 : 20
    const server = await startMailServer()
    server.behave((to) => (to.endsWith('gone.example') ? 'refuse' : 'take'))
    try {
      const people = await written(bed, 2 * kills + 1, server.url)
      const [gone, others] = [people.slice(0, kills + 1), people.slice(kills + 1)]
      const [whole, ...cut] = gone
      const started = performance.now()
      await forget(bed, whole?.id ?? '')
      const took = performance.now() - started
      const url = () => bed.product().databaseUrl()
      const found = async (some: readonly Person[]) => {
        const words = some.flatMap((person) => person.words)
        return foundInTables({ query: async (text: string, values: unknown[]) => ({ rows: await query(url(), text, values) }) } as never, words)
      }
      const before = await found(others)
      let answered = 0
      for (const [i, { id }] of cut.entries()) {
        const { appended, close } = await nextAppend(url())
        const answer = forget(bed, id)
        // Kills the app before the event is written in one run of five, and in the others between the event and the end
        // of the forgetting.
        if (i % 5 > 0) await Promise.race([appended, answer])
        await pause(took * ((0.8 * i) / kills + 0.1 * random()))
        await close()
        const postmaster = bed.product().postmaster()
        await bed.product().kill()
        if (i % 4 === 3) await killHard(postmaster)
        if (await answer) answered += 1
        await bed.start()
      }
      const events = await query<{ stream: string }>(url(), `select distinct stream from events where type = 'MemberForgotten'`)
      const begun = new Set(events.map(({ stream }) => stream.slice('member-'.length)))
      const ended = await within(
        async () => (await found(gone.filter(({ id }) => begun.has(id)))).length === 0,
        'the end of every forgetting that had begun',
      )
      // A forgetting killed before its start was not acknowledged: it is requested again.
      for (const { id } of gone) if (!begun.has(id)) await forget(bed, id)
      const keys = await query<{ owner: string }>(url(), 'select owner from person_keys where wrapped is not null and owner = any($1::uuid[])', [
        gone.map(({ id }) => id),
      ])
      const left = await found(gone)
      const after = await found(others)
      const onDisk = await leftOnDisk(
        bed,
        gone.flatMap(({ words }) => words),
        random,
      )
      const violations = [
        ...ended,
        ...[...left, ...onDisk].map((where) => `${where} is still there`),
        ...keys.map(({ owner }) => `the key of ${owner} is still there`),
        // Answers stored under idempotency keys last a day at most, and are deleted whenever a person of the network is
        // forgotten.
        ...before
          .filter((where) => !after.includes(where) && !where.startsWith('public.idempotency_keys'))
          .map((where) => `${where} of somebody else is gone`),
        ...(await bed.violations()),
      ]
      const summary = `forgetting killed ${kills} times: ${begun.size} had begun, ${answered} were answered; nothing is left of any, everything of ${others.length} others`
      return { summary, violations }
    } finally {
      await server.stop()
    }
  })
