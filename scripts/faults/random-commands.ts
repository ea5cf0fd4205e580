import fc from 'fast-check'
import { type Deed, free, open, type PaperBill, paid, perform, statusOf } from './reference-bill.ts'
import { type Fault, onTestBed, type TestBed } from './test-bed.ts'

const cents = fc.integer({ min: 1, max: 20_000 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ type: fc.constant('amount' as const), cents }),
  fc.record({ type: fc.constant('claim' as const) }),
  fc.record({ type: fc.constant('not-received' as const) }),
  fc.record({ type: fc.constant('mark-as-paid' as const) }),
  fc.record({ type: fc.constant('archive' as const) }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('receipt' as const), cents }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('adjust' as const), cents: fc.integer({ min: -15_000, max: 15_000 }).filter((n) => n !== 0) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reverse' as const), which: fc.nat({ max: 9 }) }) },
  fc.record({ type: fc.constant('pay-back' as const), which: fc.nat({ max: 9 }), cents }),
)

type Shown = Readonly<{ status: string; amount: number; balance: number }>
const AMOUNT = 10_000

const atProduct = async (ask: Ask, billId: string, bill: PaperBill, what: Deed) => {
  const path = `/assessment-bills/${billId}`
  const nobody = '01a1fe3c-e23a-7240-b021-56c9a778f0fa'
  const payment = (which: number) => bill.payments[which % Math.max(1, bill.payments.length)]?.id ?? nobody
  switch (what.type) {
    case 'amount':
      return ask('PUT', `${path}/amount`, { amount: what.cents / 100 })
    case 'claim':
      return ask('POST', `/assessments/${billId}/mark-as-paid`, { paymentMethod: 'zelle' })
    case 'not-received':
      return ask('POST', `${path}/not-received`, { reason: 'Nothing came' })
    case 'mark-as-paid':
      return ask('PUT', `${path}/mark-as-paid`, {})
    case 'archive':
      return ask('PUT', `${path}/archive`, {})
    case 'receipt':
      return ask('POST', `${path}/receipts`, { amount: what.cents / 100, method: 'check' })
    case 'adjust':
      return ask('POST', `${path}/adjustments`, { amount: what.cents / 100, reason: 'Agreed' })
    case 'reverse':
      return ask('POST', `${path}/reversals`, { paymentId: payment(what.which), reason: 'A mistake' })
    case 'pay-back':
      return ask('POST', `/payments/${payment(what.which)}/credit-refunds`, { amount: what.cents / 100, reason: 'Asked for' })
  }
}

type Ask = <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: Answer }>

const askAt = async ({ product, treasurer }: TestBed): Promise<Ask> => {
  const { base } = product()
  const login = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: treasurer.email, password: treasurer.password }),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async (method, path, body) => {
    const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const response = await fetch(`${base}/api${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as never }
  }
}

/**
 * Fault 1: random commands, each performed on a bill in the product and on a paper bill. After each command the two
 * bills agree to the cent.
 */
export const randomCommands: Fault = ({ random, quick }) =>
  onTestBed('random-commands', async (bed) => {
    const runs = quick ? 15 : 300
    await bed.start({ RATE_LIMIT_FACTOR: '1000000' })
    const ask = await askAt(bed)
    const programId = await bed.treasurer.program('Random', { type: 'Custom', amount: AMOUNT / 100 })
    const rows = Array.from({ length: runs }, (_, i) => `Payor${i},Random`)
    await bed.treasurer.client.upload(programId, ['firstName,lastName', ...rows].join('\n'))
    const bills = await bed.treasurer.client.all<{ id: string }>(`/assessment-bills?assessmentProgramId=${programId}`)
    const violations: string[] = []
    const papers: PaperBill[] = []
    let commands = 0

    const histories = fc.sample(fc.array(deed, { minLength: 1, maxLength: 40, size: 'max' }), { numRuns: runs, seed: Math.floor(random() * 2 ** 31) })
    for (const [i, deeds] of histories.entries()) {
      const billId = bills[i]?.id ?? ''
      const paper: PaperBill = { amount: AMOUNT, payments: [], archived: false, claimed: false, refused: false }
      papers.push(paper)
      for (const [step, what] of deeds.entries()) {
        commands += 1
        const before = paper.payments.length
        // The product goes first, since the paper bill uses the product's payment ids.
        const answer = await atProduct(ask, billId, paper, what)
        const expected = perform(paper, what)
        const described = `history ${i}, step ${step}, ${JSON.stringify(what)}`
        if (answer.status !== expected) violations.push(`${described}: answered ${answer.status}, not ${expected} ${JSON.stringify(answer.body)}`)
        if (paper.payments.length > before) {
          const { body } = await ask<{ data: { id: string; billId: string }[] }>('GET', `/payments?search=${billId}&pageSize=100`)
          const known = new Set(paper.payments.map(({ id }) => id))
          const fresh = body.data.filter(({ id }) => !known.has(id))
          if (fresh.length !== 1) violations.push(`${described}: ${fresh.length} new payments`)
          const last = paper.payments.at(-1)
          if (last) last.id = fresh[0]?.id ?? ''
        }
        const { body } = await ask<{ data: Shown }>('GET', `/assessment-bills/${billId}`)
        const shown = [body.data.status, Math.round(body.data.amount * 100), Math.round(body.data.balance * 100)]
        const wanted = [statusOf(paper), paper.amount, open(paper)]
        if (String(shown) !== String(wanted)) violations.push(`${described}: shows ${shown}, not ${wanted}`)
        if (violations.length > 0) break
      }
      if (violations.length > 0) break
      const { body: summary } = await ask<Record<string, number>>('GET', '/dashboard/summary')
      const sum = (of: (bill: PaperBill) => number) => papers.reduce((all, bill) => all + of(bill), 0)
      const untouched = (runs - papers.length) * AMOUNT
      const wanted = {
        totalAssessed: sum((bill) => (bill.archived ? paid(bill) : bill.amount)) + untouched,
        totalCollected: sum(paid),
        totalOutstanding: sum(open) + untouched,
        unappliedCredit: sum(free),
      }
      for (const [name, value] of Object.entries(wanted))
        if (Math.round((summary[name] ?? -1) * 100) !== value) violations.push(`history ${i}: ${name} is ${summary[name]}, not ${value / 100}`)
    }
    violations.push(...(await bed.violations()))
    return { summary: `${histories.length} histories of ${commands} random commands: bills, dashboard and paper agree to the cent`, violations }
  })
