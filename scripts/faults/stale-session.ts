import { TREASURER } from '../bench/treasurer.ts'
import { type Fault, type Outcome, onTestBed, query, type TestBed } from './test-bed.ts'

const STALE_MS = 16 * 60_000

type Document = { paths: Record<string, Record<string, { description?: string }>> }

/** Tries each call with a stolen session of an operator. */
const staleSessionOn = async ({ product, treasurer, violations: found }: TestBed): Promise<Outcome> => {
  const { base, databaseUrl } = product()
  const violations: string[] = []
  const { client, networkId } = treasurer
  const program = await client.post<{ id: string }>(`/networks/${networkId}/assessments`, {
    name: 'Dues',
    description: null,
    frequency: 'OneTime',
    type: 'Uniform',
    amount: 10,
    dueDate: '2099-12-31',
  })
  const [profile] = (await client.get<{ data: { id: string }[] }>('/payment-profiles')).data
  const { data: people } = await client.get<{ data: { userId: string }[] }>(`/networks/${networkId}/people`)
  const ids: Record<string, string> = { networks: networkId, 'assessment-programs': program.id, 'payment-profiles': profile?.id ?? '' }
  const zelle = { name: 'Thief', methods: { Zelle: { isEnabled: true, zelleContact: 'thief@example.org' } } }
  const bodies: Record<string, unknown> = {
    'put /api/payment-profiles/{id}': zelle,
    'post /api/payment-profiles': zelle,
    'put /api/assessment-programs/{id}/payment-profile': { paymentProfileId: profile?.id },
    'post /api/networks/{id}/people': { email: 'thief@example.org', role: 'Admin' },
  }
  const stolen = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: treasurer.email, password: treasurer.password }),
  })
  const cookie = stolen.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const log = async () => (await query<{ n: string }>(databaseUrl(), 'select count(*)::text as n from events'))[0]?.n
  const accounts = async () => JSON.stringify(await query(databaseUrl(), 'select * from users order by id'))
  await client.post('/sandbox/clock', { now: new Date(Date.now() + STALE_MS).toISOString() })
  const before = [await log(), await accounts()]

  const { paths } = (await (await fetch(`${base}/api/openapi.json`)).json()) as Document
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description = '' }]) =>
      description.includes('not older than 15 minutes') ? [{ method, path }] : [],
    ),
  )
  for (const { method, path } of calls) {
    const thing = path.split('/')[2] ?? ''
    const address = path
      .replace('{id}', ids[thing] ?? program.id)
      .replace('{userId}', people[0]?.userId ?? '')
      .replace('{provider}', 'google')
    const answer = await fetch(base + address, {
      method: method.toUpperCase(),
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(bodies[`${method} ${path}`] ?? {}),
    })
    const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
    if (answer.status !== 403 || code !== 'reauth-required') violations.push(`${method} ${path} answered ${answer.status} ${code ?? ''}`)
  }
  for (const wanted of Object.keys(bodies))
    if (!calls.some(({ method, path }) => `${method} ${path}` === wanted)) violations.push(`${wanted} does not ask for a fresh sign-in`)
  if (JSON.stringify([await log(), await accounts()]) !== JSON.stringify(before)) violations.push('something was written')
  violations.push(...(await found()))
  return { summary: `a session of 16 minutes tried ${calls.length} calls that move money or people: all refused, nothing written`, violations }
}

/**
 * Fault 29: a stolen session that is no longer fresh tries every call that decides where money goes, or who has access.
 */
export const staleSession: Fault = () => onTestBed('stale-session', staleSessionOn, { OPERATORS: TREASURER })
