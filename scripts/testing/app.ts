import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { BackgroundThread } from '../../modules/app/background-thread.ts'
import { allProcesses } from '../../modules/app/processes.ts'
import { startVestry } from '../../modules/app/server.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import type { User } from '../../modules/identity/contract.ts'
import type { UploadResult } from '../../modules/payors/contract.ts'
import { readConfig } from '../../modules/platform/config.ts'
import { openLog } from '../../modules/platform/log.ts'
import { openSecurityLog } from '../../modules/platform/security-log.ts'
import type { ListOf } from '../../modules/shared/api.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { type RefusalProblem, refusalsChecked } from './refusals-checked.ts'

export const PASSWORD = 'A-good-password-1'

export type Answer<Body> = Readonly<{ status: number; headers: Headers; text: string; body: Body }>
export type Sent = Readonly<{ json?: unknown; raw?: string | Uint8Array<ArrayBuffer>; form?: FormData; headers?: Readonly<Record<string, string>> }>

type Upload = Readonly<{ type?: string; name?: string; headers?: Readonly<Record<string, string>>; dryRun?: boolean; progressId?: string }>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The longest wait of a client after a response with `vestry-lag`, and of `ready` for follow-up events. */
const LAG_MS = 10_000

type Place = Readonly<{ base: string; refusalProblem: RefusalProblem; ready: () => Promise<unknown>; chances: { left: number } }>

/** Waits until the read models show the whole log, or until one of them has stopped and so never will. */
const shown = async ({ base, ready }: Pick<Place, 'base' | 'ready'>): Promise<void> => {
  let waits = true
  const stopped = async () => {
    for (const until = Date.now() + LAG_MS; waits && Date.now() < until; await setTimeout(100)) {
      const { problems = [] } = (await (await fetch(`${base}/readyz`)).json()) as { problems?: readonly string[] }
      if (problems.some((problem) => problem.includes('has stopped'))) return
    }
  }
  await Promise.race([ready(), stopped()]).finally(() => {
    waits = false
  })
}

/**
 * An API client with a cookie jar, which waits until the read models show its last change. Throws on refusals that
 * OpenAPI does not declare.
 */
const client = (place: Place, always: Readonly<Record<string, string>> = {}) => {
  const { base, refusalProblem, chances } = place
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  let lags = false
  const send = async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    { json, raw, form, headers = {} }: Sent = {},
  ): Promise<Answer<Body>> => {
    if (lags) await shown(place)
    const body = form ?? raw ?? (json === undefined ? undefined : JSON.stringify(json))
    const response = await fetch(base + path, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(jar.size > 0 ? { cookie: cookie() } : {}),
        ...always,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    lags = response.headers.has('vestry-lag')
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    // A stream of events never ends by itself: its start is the response.
    const streaming = response.headers.get('content-type') === 'text/event-stream'
    if (streaming) await response.body?.cancel()
    const text = streaming ? '' : await response.text()
    const answer = { status: response.status, headers: response.headers, text, body: parsed(text) as Body }
    const problem = refusalProblem({ method, path, ...answer })
    if (problem) throw new Error(problem)
    return answer
  }
  /** Expects success; retries a 503 a few times, since a busy machine may time out on connections to the database. */
  const ok = async <Body>(ask: () => Promise<Answer<Body>>): Promise<Body> => {
    let answer = await ask()
    for (; answer.status === 503 && chances.left > 0; answer = await ask()) {
      chances.left -= 1
      await setTimeout(1_000)
    }
    const { status, text, body } = answer
    if (status >= 300) throw new Error(`answered ${status}: ${text}`)
    return body
  }
  const upload = (programId: string, csv: string | Uint8Array<ArrayBuffer>, { type = 'individualMembers', headers = {}, ...more }: Upload = {}) => {
    const { name = 'members.csv', dryRun, progressId } = more
    const form = new FormData()
    if (dryRun !== undefined) form.set('dryRun', String(dryRun))
    if (progressId !== undefined) form.set('progressId', progressId)
    form.set('assessmentProgramId', programId)
    form.set('uploadType', type)
    form.set('file', new Blob([csv], { type: 'text/csv' }), name)
    return send<UploadResult & { message?: string; code?: string }>('post', '/api/uploads', { form, headers })
  }
  return {
    send,
    get: <Body = Record<string, unknown>>(path: string) => ok(() => send<Body>('get', path)),
    post: <Body = { id: string }>(path: string, json: unknown = {}) => ok(() => send<Body>('post', path, { json })),
    put: <Body = { data: Bill }>(path: string, json: unknown = {}) => ok(() => send<Body>('put', path, { json })),
    upload,
    /** Uploads members and expects success; a repeated upload adds nobody. */
    members: (programId: string, csv: string | Uint8Array<ArrayBuffer>, type?: string) =>
      ok(() => upload(programId, csv, type === undefined ? {} : { type })),
    bills: async (programId: string): Promise<Bill[]> => {
      const bills: Bill[] = []
      for (let page = 1; ; page += 1) {
        const { data, pagination } = await ok(() =>
          send<ListOf<Bill>>('get', `/api/assessment-bills?assessmentProgramId=${programId}&page=${page}&pageSize=100`),
        )
        bills.push(...data)
        if (page >= pagination.totalPages) return bills
      }
    },
    cookie,
  }
}
export type Client = ReturnType<typeof client>

type Mail = Readonly<{ from: string; subject: string; text: string; html: string }>

/** Categories that processes follow: their events may lead to jobs. */
const followed = [...new Set(allProcesses.flatMap(({ categories }) => categories))]

const INVITED = /^You are invited/

export const tokenIn = (text: string): string => /\?token=([\w.~-]+)/.exec(text)?.[1] ?? ''

type Kept = Readonly<{ database: Pick<TestDatabase, 'url'>; masterKey: Buffer }>

type Options = Readonly<{ thread?: BackgroundThread; on?: Kept }>

const ownPlace = async (): Promise<Kept> => ({ database: await freshDatabase(), masterKey: randomBytes(32) })

/**
 * The whole product on a free port, on its own database or on an existing one, `on`. Limits are off unless
 * `settings` sets them.
 */
export const startApp = async (settings: Readonly<Record<string, string>> = {}, { on, ...options }: Options = {}) => {
  const { database, masterKey } = on ?? (await ownPlace())
  const complaints: string[] = []
  const role = settings.ROLE === undefined ? {} : { DATABASE_URL: database.url }
  const config = readConfig({ RATE_LIMIT_FACTOR: '1000000', DEMO: '0', LOG_LEVEL: 'error', ...role, ...settings })
  const log = openLog(config.logLevel, { write: (line: string) => void complaints.push(line) })
  const noted: string[] = []
  const security = openSecurityLog(config.securityLog, { write: (line: string) => void noted.push(line) })
  const vestry = await startVestry(config, database.url, [masterKey], log, { ...options, security })
  await new Promise<void>((resolve) => vestry.server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(vestry.server.address() as AddressInfo).port}`
  const { pool, store } = vestry.parts
  const place = { base, refusalProblem: refusalsChecked(vestry.routes), ready: vestry.parts.ready, chances: { left: 3 } }
  const guest = () => client(place)
  let people = 0

  /** Registers, confirms and signs in. */
  const join = async (name = 'Ada', address?: string) => {
    people += 1
    const email = address ?? `${name.toLowerCase()}${people}@vestry.example`
    const person = guest()
    await person.post('/api/auth/register', { firstName: name, lastName: 'Example', email, password: PASSWORD })
    await pool.query('update users set confirmed_at = now() where email = $1', [email])
    await person.post('/api/auth/login', { email, password: PASSWORD })
    return { ...person, email }
  }

  const mailsTo = async (address: string, subject: RegExp): Promise<Mail[]> => {
    const { data } = await guest().get<{ data: Mail[] }>(`/api/sandbox/mail?to=${encodeURIComponent(address)}`)
    return data.filter((mail) => subject.test(mail.subject))
  }

  const mailTo = async (address: string, subject: RegExp, more = 0): Promise<Mail> => {
    for (let tries = 0; tries < 600; tries += 1) {
      const mails = await mailsTo(address, subject)
      if (mails[0] && mails.length > more) return mails[0]
      await setTimeout(20)
    }
    throw new Error(`no mail like ${subject} reached ${address}`)
  }

  /** Invites a user, who accepts by the mailed link; returns their id. */
  const grantAccess = async (
    admin: Client,
    networkId: string,
    person: Client & { email: string },
    role: string,
    expiresAt?: string,
  ): Promise<string> => {
    const earlier = await mailsTo(person.email, INVITED)
    await admin.post(`/api/networks/${networkId}/people`, { email: person.email, role, expiresAt })
    const { text } = await mailTo(person.email, INVITED, earlier.length)
    const { user } = await person.post<{ user: User }>('/api/invitations/accept', { token: tokenIn(text) })
    return user.id
  }

  // SQL for the jobs, except those that the calendar queues every half minute, and the seals that it requests at
  // midnight.
  const jobs = `(select j.* from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier not in ('calendar', 'follow-up', 'autopay', 'reconcile', 'close-abandoned-attempts', 'forget-customers', 'sign-head', 'mail-head', 'hand-out-seal')
      and coalesce(j.key, '') not like 'forget/%/%') jobs`

  const stoppedProcesses = () => complaints.map((line) => JSON.parse(line) as { process?: string }).flatMap(({ process }) => process ?? [])
  /**
   * True while a job is due or running, or a process is behind the log. For EventStoreDB the read model of the journal
   * tells the end of the log.
   */
  const isUnderWay = async (of: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from ${of} where attempts < max_attempts and run_at <= now() union all
       select from process_checkpoints where name <> all($1) and position < coalesce(
         (select max(position) from events where category = any($2)),
         (select max(position) from read.journal where split_part(stream, '-', 1) = any($2))) limit 1`,
      [stoppedProcesses(), followed],
    )
    return rowCount !== 0
  }

  /**
   * Waits until nothing has been under way for a while: some writes happen after the response to the request that
   * caused them.
   */
  const quiet = async () => {
    for (let tries = 0, calm = 0; tries < 300 && calm < 12; tries += 1) {
      calm = (await isUnderWay(jobs)) ? 0 : calm + 1
      await setTimeout(20)
    }
  }
  const writtenNow = async (): Promise<string> => {
    const { rows } = await pool.query<{ written: string }>(`
      select concat_ws(' ',
        (select max(position) from events where stream not like 'visits-%'), (select count(*) from users), (select md5(coalesce(string_agg(u::text, '|' order by id), '')) from users u),
        (select count(*) from user_tokens), (select count(*) from sessions), (select count(*) from person_keys),
        (select count(*) from idempotency_keys), (select count(*) from ${jobs}), (select count(*) from caught_mails where subject not like 'Seal %')) as written`)
    return `${config.eventStore === 'postgres' ? '' : await store.head()} ${rows[0]?.written}`
  }

  return {
    ...vestry,
    ...vestry.parts,
    /** Waits until the read models show the log and the immediate follow-up events. */
    ready: async (): Promise<void> => {
      const until = Date.now() + LAG_MS
      for (await vestry.parts.ready(); Date.now() < until && (await isUnderWay('graphile_worker._private_jobs')); ) await setTimeout(10)
      await vestry.parts.ready()
    },
    base,
    database,
    masterKey,
    mailsTo,
    mailTo,
    grantAccess,
    /** Logged errors, or more if LOG_LEVEL says so. */
    complaints,
    noted,
    guest,
    withKey: (secret: string) => client(place, { authorization: `Bearer ${secret}` }),
    join,
    /** A digest of all writes: the log except the access log, and the tables that are not read models. */
    writtenNow,
    /** A digest of all writes, after all pending mails and jobs. */
    written: async (): Promise<string> => {
      await quiet()
      return writtenNow()
    },
  }
}
export type App = Awaited<ReturnType<typeof startApp>>

export const wire = { isEnabled: true, bankName: 'First Bank', accountName: 'Synod', routingNumber: '123123123', accountNumber: '000987654321' }
export const terms = { name: 'Dues', description: null, frequency: 'OneTime', type: 'Uniform', amount: 100, dueDate: '2150-06-30' }

const TWO_MEMBERS = 'firstName,lastName,email\nRuth,One,ruth@example.org\nOle,Two,ole@example.org\n'
type Made = Readonly<{ csv?: string | Uint8Array<ArrayBuffer>; terms?: Partial<Record<keyof typeof terms, string | number>>; type?: string }>

/** A network with its Admin, a payment profile, and an active program with a bill for each row of `csv`. */
export const startNetwork = async (app: App, { csv = TWO_MEMBERS, terms: more = {}, type }: Made = {}) => {
  const admin = await app.join()
  const network = await admin.post('/api/networks', { name: 'Synod' })
  const profile = await admin.post('/api/payment-profiles', {
    name: 'Main',
    methods: { Wire: wire, ACH: { ...wire, accountNumber: '111222333444' }, Zelle: { isEnabled: true, zelleContact: 'pay@example.org' } },
  })
  const program = await admin.post(`/api/networks/${network.id}/assessments`, { ...terms, ...more })
  await admin.put(`/api/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: profile.id })
  if (csv) {
    await admin.members(program.id, csv, type)
  }
  return { admin, networkId: network.id, profileId: profile.id, programId: program.id, bills: await admin.bills(program.id) }
}
