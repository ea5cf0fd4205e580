import { readFileSync } from 'node:fs'
import { ErrorBody } from '../../modules/shared/api.ts'
import { residentBytes } from '../bench/product.ts'
import { ask, type RawAnswer, type RawRequest } from '../testing/raw-http.ts'
import { networkToFuzz, newcomer, sessionOf } from './fuzz-test-bed.ts'
import { type ApiDocument, callsOf, type HostileCall, hostileRequests, type Known } from './hostile-requests.ts'
import { stoppedUnderLoad } from './stopped-under-load.ts'
import { billsOf, type Fault, onTestBed, type TestBed } from './test-bed.ts'

const AT_ONCE = 6
/** Hostile requests use up the data of a network, so a new network is used after this number of them. */
const PER_NETWORK = 2_000
/** A request may end its session, so all users sign in again after this number of requests. */
const PER_SESSION = 100
/** The limit of memory growth from the middle of the run to its end, as a ratio. */
const GROWTH = 1.3

/** Internals that no answer may reveal: file paths, SQL, undefined values. */
const INTERNAL = new RegExp(
  [
    String.raw`\bat (?:\S+ )?\(?(?:file:|node:|\/)\S+:\d+:\d+`,
    String.raw`node_modules|\/(?:modules|dist|projections)\/[\w./-]+\.m?[jt]s\b`,
    String.raw`\b(?:select|delete) .{1,200}\bfrom (?:read\.|public\.)?\w+|insert into|violates .{1,40}constraint|invalid input syntax`,
    String.raw`\bundefined\b|\[object \w+\]|\b(?:Type|Range|Syntax|Reference|Zod|Domain)Error\b|ECONNREFUSED`,
  ].join('|'),
)
/** Scripts are left out, since the page at /verify includes its code. */
const SCRIPTS = /<script[^>]*>.*?<\/script>/gs

const isCall = (target: string): boolean => /^\/(?:api|oauth)\//.test(target)
/** The stand-in for Stripe uses Stripe's error format. */
const isStripes = (target: string): boolean => target.startsWith('/sandbox/stripe/')

/**
 * The error in the answer to a hostile request: a failure, an internal detail, or a format other than the product's
 * (R119).
 */
const problemIn = ({ method, target }: RawRequest, { status, head, type, body }: RawAnswer): string | null => {
  if (status >= 500) return 'failed'
  const internal = INTERNAL.exec(`${head}\n${body.replace(SCRIPTS, '')}`)
  if (internal) return `holds '${internal[0].slice(0, 80)}'`
  if (status < 400 || method === 'HEAD' || isStripes(target)) return null
  if (!type.startsWith('application/json')) return !isCall(target) && type.startsWith('text/html') ? null : `is an error of the type '${type}'`
  const parsed = ErrorBody.safeParse(JSON.parse(body))
  return parsed.success && parsed.data.message !== '' ? null : 'is an error in another shape'
}

const ORDINARY = ['Host', 'Connection', 'Cookie', 'Content-Length']
const described = ({ method, target, headers, body }: RawRequest): string => {
  const odd = headers.flatMap(([name, value]) => (ORDINARY.includes(name) ? [] : [`${name}: ${value.slice(0, 60)}`]))
  return `${method} ${target.slice(0, 160)} [${odd.join(', ')}] ${JSON.stringify(body?.toString().slice(0, 300) ?? '')}`
}

/** Calls that sign a user out or lock them out: each is sent with a new user. */
const ENDS = /^(?:get|post) \/api\/auth\/logout$|^delete \/api\/(?:auth\/sessions|profile)|\/api\/password\/change/

/** Sends hostile requests to all calls in turn; returns the errors, and the memory at the middle and the end. */
const fuzz = async (bed: TestBed, count: number, random: () => number) => {
  const { base, child } = bed.product()
  const { host, port } = new URL(base)
  const calls = callsOf((await (await fetch(`${base}/api/openapi.json`)).json()) as ApiDocument)
  let own = await networkToFuzz(bed, 0)
  let foreign: Known = own.known
  const requestTo = hostileRequests(random, () => (random() < 0.15 ? foreign : own.known))
  const signedOut = await sessionOf(base, await newcomer(base, 'left@bench.example'))
  await fetch(`${base}/api/auth/logout`, { method: 'POST', headers: { cookie: signedOut } })
  let sessions = { admin: '', member: '' }
  let newcomers = 0
  const violations: string[] = []
  const answered = new Map<number, number>()
  const memory: number[] = []

  const cookieFor = async ({ method, path }: HostileCall): Promise<string | null> => {
    const who = random()
    if (who < 0.15) return null
    if (who < 0.2) return signedOut
    if (!ENDS.test(`${method} ${path}`)) return who < 0.35 ? sessions.member : sessions.admin
    newcomers += 1
    return who < 0.7 ? null : sessionOf(base, await newcomer(base, `newcomer${newcomers}@bench.example`))
  }
  const sendOne = async (n: number) => {
    const call = calls[n % calls.length] as HostileCall
    const request = requestTo(call, host, await cookieFor(call))
    const answer = await ask(Number(port), request)
    const say = (what: string) => violations.push(`request ${n} to ${call.method} ${call.path} ${what}; it was ${described(request)}`)
    if (typeof answer === 'string') return say(`has no answer: ${answer}`)
    answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
    const problem = problemIn(request, answer)
    if (problem !== null) say(`${problem}: ${answer.status} ${answer.body.slice(0, 300)}`)
  }
  for (let n = 0; n < count; ) {
    if (n > 0 && n % PER_NETWORK === 0) {
      foreign = own.known
      own = await networkToFuzz(bed, n)
    }
    sessions = { admin: await sessionOf(base, own.admin), member: await sessionOf(base, own.member) }
    const until = Math.min(count, n + PER_SESSION)
    const sender = async () => {
      while (n < until) await sendOne(n++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    memory.push(residentBytes(child.pid ?? 0))
  }
  const statuses = [...answered].sort(([a], [b]) => a - b).map(([status, times]) => `${times} of ${status}`)
  const [midway = 0, end = 0] = [memory[Math.floor(memory.length / 2)], memory.at(-1)]
  return { violations, calls: calls.length, statuses: statuses.join(', '), midway, end }
}

const complaintsIn = (output: string): string[] =>
  readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => INTERNAL.test(line) || /"level":[456]0/.test(line))
    .map((line) => `logged: ${line.slice(0, 600)}`)

const mb = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

/** Fault 25: requests break every declared schema; then the product is stopped while it works. */
export const fuzzed: Fault = ({ random, quick }) =>
  onTestBed('fuzzed', async (bed) => {
    const count = quick ? 1_500 : 10_000
    const { violations, calls, statuses, midway, end } = await fuzz(bed, count, random)
    violations.push(...complaintsIn(bed.product().output))
    if (end > midway * GROWTH) violations.push(`its memory grew from ${mb(midway)} midway to ${mb(end)}`)
    const stopped = await stoppedUnderLoad(bed, await billsOf(bed, 1_000), random, quick ? 2 : 8)
    return {
      summary: `${count} hostile requests to ${calls} calls (${statuses}), ${mb(midway)} midway and ${mb(end)} in the end; ${stopped.summary}`,
      violations: [...violations, ...stopped.violations],
    }
  })
