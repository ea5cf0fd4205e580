import { type RefusalCode, refusals } from '../../modules/kernel/refusals.ts'
import { firstCall } from './key-words.tsx'

/** The text that stands in place of the key in copied calls. */
export const PLACEHOLDER = 'YOUR_KEY'
export const FIRST_CALL = '/api/assessment-bills?pageSize=1'

const typeScript = (origin: string): string => `import { Vestry } from '@vestry/client'

const vestry = new Vestry({ baseUrl: '${origin}', key: '${PLACEHOLDER}' })
console.log(await vestry.get('/assessment-bills', { query: { pageSize: 1 } }))`

const python = (origin: string): string => `import json
from urllib.request import Request, urlopen

headers = {"Authorization": "Bearer ${PLACEHOLDER}"}
with urlopen(Request("${origin}${FIRST_CALL}", headers=headers)) as answer:
    print(json.dumps(json.load(answer), indent=2))`

/** The same call in several languages. `needs`: what must be installed. */
export const callsIn = (origin: string) =>
  [
    { value: 'curl', label: 'curl', needs: 'In a terminal. curl is part of macOS, Linux and Windows.', text: firstCall(origin, PLACEHOLDER) },
    {
      value: 'typescript',
      label: 'TypeScript',
      needs: 'With the package @vestry/client, which knows every call that a key can make.',
      text: typeScript(origin),
    },
    { value: 'python', label: 'Python', needs: 'Python 3, without any package.', text: python(origin) },
  ] as const

/** Why a text cannot be a key; undefined if it can. */
export const keyProblem = (key: string): string | undefined => {
  if (key === '') return 'Paste the key first'
  return /^vestry_[\w-]+$/.test(key) ? undefined : 'A key begins with vestry_ and has no spaces: copy it whole'
}

/** Error codes of requests with a key, and their meanings. */
export const codesOfKeys = (
  [
    'invalid',
    'key-invalid',
    'key-reads-only',
    'key-not-allowed',
    'key-needs-sign-in',
    'not-found',
    'not-allowed',
    'idempotency-mismatch',
    'stale',
    'slow-down',
    'unavailable',
  ] as const satisfies readonly RefusalCode[]
).map((code) => ({ code, status: refusals[code][0], meaning: refusals[code][1] }))

/** The result of a call: an answer, or no connection. */
export type Outcome =
  | Readonly<{
      kind: 'answered'
      status: number
      body: unknown
      code: string | null
      message: string | null
      retryAfter: string | null
      isElsewhere: boolean
    }>
  | Readonly<{ kind: 'lost' }>

const rows = (body: unknown): number | null => {
  const { data } = (body ?? {}) as { data?: unknown }
  return Array.isArray(data) ? data.length : null
}

/** The meaning of a result, and advice on it. */
export const outcomeWords = (outcome: Outcome): Readonly<{ works: boolean; title: string; advice: string }> => {
  if (outcome.kind === 'lost')
    return { works: false, title: 'No answer was received', advice: 'Check your connection and try again. The key may well be right.' }
  const { status, code, message, retryAfter, body, isElsewhere } = outcome
  if (status < 300 && isElsewhere)
    return {
      works: true,
      title: 'It works, for another network',
      advice: 'The key works, but belongs to a different network than the one shown here.',
    }
  if (status < 300)
    return {
      works: true,
      title: 'It works',
      advice: rows(body) === 0 ? 'There are no bills yet, so the list is empty.' : 'This is what your software gets: the newest bill.',
    }
  if (status === 401)
    return {
      works: false,
      title: 'This key does not work',
      advice: 'Copy it whole, from vestry_ to its end. If it was replaced or has ended, make another one in step 1.',
    }
  if (status === 429)
    return { works: false, title: 'Too many requests', advice: `Wait ${retryAfter ?? 60} seconds and try again. The limits are below.` }
  if (status >= 500) return { works: false, title: 'The service cannot answer now', advice: 'Try again in a moment. The key may well be right.' }
  return {
    works: false,
    title: 'The call was refused',
    advice: `${message ?? 'The answer below gives the reason.'}${code === null ? '' : ` (${code})`}`,
  }
}
