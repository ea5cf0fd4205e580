import { type Fault, onTestBed } from './test-bed.ts'

const AT_ONCE = 50
const REPEATS = 20

const cookieOf = async (base: string, { email, password }: Readonly<{ email: string; password: string }>): Promise<string> => {
  const login = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

type Ask = (method: string, path: string, body: unknown, key?: string) => Promise<{ status: number; text: string }>

const onBills = (name: string, count: number, work: (ask: Ask, bills: readonly string[]) => Promise<{ summary: string; violations: string[] }>) =>
  onTestBed(name, async (bed) => {
    await bed.start({ RATE_LIMIT_FACTOR: '1000000' })
    const { base } = bed.product()
    const cookie = await cookieOf(base, bed.treasurer)
    const ask: Ask = async (method, path, body, key) => {
      const headers = { cookie, 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) }
      const response = await fetch(`${base}/api${path}`, { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) })
      return { status: response.status, text: await response.text() }
    }
    const programId = await bed.treasurer.program('At once')
    await bed.treasurer.client.upload(programId, ['firstName,lastName', ...Array.from({ length: count }, (_, i) => `Payor${i},Once`)].join('\n'))
    const bills = await bed.treasurer.client.all<{ id: string }>(`/assessment-bills?assessmentProgramId=${programId}`)
    const { summary, violations } = await work(
      ask,
      bills.map(({ id }) => id),
    )
    return { summary, violations: [...violations, ...(await bed.violations())] }
  })

const paymentsOf = async (ask: Ask, billId: string): Promise<{ amount: number }[]> =>
  (JSON.parse((await ask('GET', `/payments?search=${billId}&pageSize=100`, null)).text) as { data: { amount: number }[] }).data

/** Fault 3: fifty administrators mark the same bill as paid at the same moment: one payment. */
export const paidAtOnce: Fault = ({ quick }) =>
  onBills('paid-at-once', quick ? 3 : 20, async (ask, bills) => {
    const violations: string[] = []
    for (const billId of bills) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => ask('PUT', `/assessment-bills/${billId}/mark-as-paid`, { method: 'check' })),
      )
      const refused = answers.filter(({ status }) => status !== 200)
      if (refused.length > 0) violations.push(`${refused.length} of ${AT_ONCE} were answered ${refused[0]?.status} ${refused[0]?.text}`)
      if (answers.some(({ text }) => !text.includes('"status":"Paid"'))) violations.push('somebody was shown a bill that is not Paid')
      const payments = await paymentsOf(ask, billId)
      if (payments.length !== 1) violations.push(`R113 ${payments.length} payments on bill ${billId}`)
    }
    return { summary: `${bills.length} bills, each marked as paid ${AT_ONCE} times at once: one payment each`, violations }
  })

/**
 * Fault 4: the same request is sent twenty times at once with one idempotency key. It is performed once, and all
 * senders get the same answer.
 */
export const sameKey: Fault = ({ quick }) =>
  onBills('same-key', quick ? 3 : 20, async (ask, bills) => {
    const violations: string[] = []
    for (const [i, billId] of bills.entries()) {
      const body = { amount: 10 + i, method: 'check' }
      const path = `/assessment-bills/${billId}/receipts`
      const answers = await Promise.all(Array.from({ length: REPEATS }, () => ask('POST', path, body, `key-${i}`)))
      if (new Set(answers.map(({ status, text }) => `${status} ${text}`)).size !== 1)
        violations.push(`bill ${billId}: different answers under one key`)
      if (answers[0]?.status !== 201) violations.push(`bill ${billId}: answered ${answers[0]?.status} ${answers[0]?.text}`)
      const payments = await paymentsOf(ask, billId)
      if (payments.length !== 1) violations.push(`R113 ${payments.length} payments on bill ${billId}`)
      const other = await ask('POST', path, { ...body, amount: 1 }, `key-${i}`)
      if (other.status !== 409 || !other.text.includes('idempotency-mismatch'))
        violations.push(`another body under the key was answered ${other.status}`)
    }
    return { summary: `${bills.length} receipts, each sent ${REPEATS} times at once under one key: one payment and one answer each`, violations }
  })
