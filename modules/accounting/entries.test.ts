import { describe, expect, test } from 'vitest'
import { seeded } from '../app/demo/seeded.ts'
import { ProfileId, ProgramId } from '../kernel/ids.ts'
import { type Account, type Basis, type BillChange, bases, entryLines, type Movement, moneyAccount } from './entries.ts'

const dues = ProgramId.parse('00000000-0000-4000-8000-000000000021')
const camp = ProgramId.parse('00000000-0000-4000-8000-000000000022')
const main = ProfileId.parse('00000000-0000-4000-8000-000000000031')
const none = { programId: dues, assessed: 0, collected: 0, unapplied: 0, waived: 0 }
const bills = (account: Account, ...changes: readonly Partial<BillChange>[]): Movement => ({
  kind: 'bills',
  account,
  changes: changes.map((change) => ({ ...none, ...change })),
})
const entry = (movement: Movement, basis: Basis) => Object.fromEntries(entryLines(movement, basis).map(({ account, cents }) => [account, cents]))
const [income, bank, stripe] = [`income:${dues}`, `bank:${main}`, `stripe:${main}`] as const

describe.each<[what: string, movement: Movement, accrual: object, cash: object]>([
  ['an issued bill', bills('undeposited', { assessed: 24_000 }), { receivable: 24_000, [income]: -24_000 }, {}],
  ['an adjustment', bills('undeposited', { assessed: -4_000 }), { receivable: -4_000, [income]: 4_000 }, {}],
  ['an archived bill', bills('undeposited', { waived: 24_000 }), { receivable: -24_000, writeOffs: 24_000 }, {}],
  [
    'a check with credit left',
    bills('undeposited', { collected: 24_000, unapplied: 1_000 }),
    { undeposited: 25_000, receivable: -24_000, credits: -1_000 },
    { undeposited: 25_000, [income]: -24_000, credits: -1_000 },
  ],
  [
    'credit that moves from one bill to another',
    bills('undeposited', { unapplied: -1_000 }, { programId: camp, collected: 1_000 }),
    { receivable: -1_000, credits: 1_000 },
    { [`income:${camp}`]: -1_000, credits: 1_000 },
  ],
  ['a refund through Stripe', bills(stripe, { collected: -500 }), { [stripe]: -500, receivable: 500 }, { [stripe]: -500, [income]: 500 }],
  ["Stripe's fee", { kind: 'fee', profileId: main, amount: 726 }, { fees: 726, [stripe]: -726 }, { fees: 726, [stripe]: -726 }],
  ['a payout', { kind: 'payout', profileId: main, amount: 900 }, { [bank]: 900, [stripe]: -900 }, { [bank]: 900, [stripe]: -900 }],
  ['a closed deposit', { kind: 'deposit', profileId: main, amount: 70 }, { [bank]: 70, undeposited: -70 }, { [bank]: 70, undeposited: -70 }],
])('%s', (_, movement, accrual, cash) => {
  test('has its entry on both bases', () => {
    expect(entry(movement, 'accrual')).toEqual(accrual)
    expect(entry(movement, 'cash')).toEqual(cash)
  })
})

test('money arrives in the account of its method', () => {
  expect(moneyAccount('check', main, false)).toBe('undeposited')
  expect(moneyAccount('cash', main, false)).toBe('undeposited')
  expect(moneyAccount('wire', main, false)).toBe(bank)
  expect(moneyAccount(null, main, true)).toBe(stripe)
})

test('every entry balances, and the receivable is what all bills have open', () => {
  const random = seeded(7)
  const cents = () => Math.floor(random() * 20_001) - 10_000
  for (const basis of bases)
    for (let history = 0; history < 500; history += 1) {
      let [receivable, open] = [0, 0]
      for (let step = 0; step < 20; step += 1) {
        const changes = Array.from(
          { length: 1 + Math.floor(random() * 3) },
          (): BillChange => ({
            ...{ programId: random() < 0.5 ? dues : camp, assessed: cents(), collected: cents(), unapplied: cents(), waived: cents() },
          }),
        )
        const lines = entryLines({ kind: 'bills', changes, account: random() < 0.5 ? 'undeposited' : stripe }, basis)
        expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(0)
        receivable += lines.find(({ account }) => account === 'receivable')?.cents ?? 0
        open += changes.reduce((sum, { assessed, collected, waived }) => sum + assessed - collected - waived, 0)
      }
      expect(receivable).toBe(basis === 'accrual' ? open : 0)
    }
})
