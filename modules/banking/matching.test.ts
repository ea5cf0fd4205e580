import { expect, test } from 'vitest'
import type { LocalDate } from '../kernel/dates.ts'
import { type MatchableLine, type OpenBill, type OpenItems, suggestMatches, type Transfer } from './matching.ts'

const DAY = '2026-03-10' as LocalDate
const line = (text: string, amount = 24_000, more: Partial<MatchableLine> = {}): MatchableLine => ({
  ...{ id: text, account: 'main', bookedOn: DAY, amount, text, counterparty: null },
  ...more,
})
const bill = (code: string, payorName: string, more: Partial<OpenBill> = {}): OpenBill => ({
  ...{ id: code, code, payorId: payorName, payorName, household: payorName, balance: 24_000, claimed: null },
  ...more,
})
const transfer = (id: string, day = '2026-03-08', amount = 91_250): Transfer => ({ id, account: 'main', day: day as LocalDate, amount })
const items = (more: Partial<OpenItems>): OpenItems => ({ bills: [], payouts: [], deposits: [], payments: [], ...more })
const best = (one: MatchableLine, more: Partial<OpenItems>, others: readonly MatchableLine[] = []) =>
  suggestMatches([one, ...others], items(more)).get(one.id)?.[0] ?? null

const ann = bill('WAV988G4', 'Ann Miller')
const bob = bill('K7XM2P4Q', 'Bob Stone')

test.each([
  ['a code with the balance', 'ZELLE FROM ANN MILLER WAV988G4', 'certain'],
  ['a code in lower case within other text', 'memo:dues wav988g4/2026', 'certain'],
  ['a code in two parts', 'WAV9 88G4 DUES', 'certain'],
  ['a name with the balance', 'ZELLE PAYMENT FROM ANN MILLER', 'likely'],
  ['a name with an initial', 'ACH CREDIT MILLER A', 'likely'],
  ['a name cut by the bank', 'ACH CREDIT MILLER ANN', 'likely'],
  ['no name, but the only bill of this amount', 'ACH CREDIT 0231', 'possible'],
] as const)('grades %s as %s', (_, text, grade) => {
  expect(best(line(text), { bills: [ann] })).toMatchObject({ grade, match: { billIds: ['WAV988G4'] } })
})

test('says why a suggestion is certain', () => {
  expect(best(line('DUES WAV988G4'), { bills: [ann] })?.reason).toBe("memo contains code WAV988G4; the bill's balance is $240.00")
})

test('adds up the bills whose codes a memo lists', () => {
  expect(best(line('WAV988G4 + K7XM2P4Q', 48_000), { bills: [ann, bob] })).toMatchObject({
    grade: 'certain',
    match: { billIds: ['WAV988G4', 'K7XM2P4Q'] },
  })
})

test('is not certain of a code with another amount', () => {
  expect(best(line('WAV988G4', 24_500), { bills: [ann] })).toMatchObject({ grade: 'likely' })
})

test('is certain of a code with the amount that the payor claims', () => {
  expect(best(line('WAV988G4', 10_000), { bills: [{ ...ann, claimed: 10_000 }] })).toMatchObject({ grade: 'certain' })
})

test('is not certain of a code whose payment is recorded already', () => {
  const payment = { id: 'p1', account: 'main', day: DAY, amount: 24_000, payerName: 'Ann Miller', codes: ['WAV988G4'] }
  expect(suggestMatches([line('WAV988G4')], items({ bills: [ann], payments: [payment] })).get('WAV988G4')).toMatchObject([
    { grade: 'likely', match: { billIds: ['WAV988G4'] } },
    { grade: 'likely', match: { paymentIds: ['p1'] } },
  ])
})

test('is never certain of two lines for one bill', () => {
  const [first, second] = [line('WAV988G4 first'), line('WAV988G4 second')]
  expect(best(first, { bills: [ann] }, [second])).toMatchObject({ grade: 'likely' })
  expect(best(second, { bills: [ann] }, [first])).toMatchObject({ grade: 'likely' })
})

test('is never more than unsure between two payors of one name and amount', () => {
  const namesake = bill('ABC2DEF3', 'Ann Miller', { payorId: 'another' })
  expect(best(line('FROM ANN MILLER'), { bills: [ann, namesake] })).toMatchObject({ grade: 'possible' })
})

test('suggests all bills of a household', () => {
  const child = bill('ABC2DEF3', 'Tim Miller', { household: 'Ann Miller', balance: 6_000 })
  expect(best(line('FROM ANN MILLER', 30_000), { bills: [ann, child] })).toMatchObject({
    grade: 'likely',
    match: { billIds: ['WAV988G4', 'ABC2DEF3'] },
  })
})

test('knows a congregation by the words that are its own', () => {
  const bills = [bill('WAV988G4', "St. Paul's Episcopal Church, Springfield"), bill('K7XM2P4Q', 'First Baptist Church of Shelbyville')]
  expect(best(line('ACH ST PAULS CH SPRINGFIELD'), { bills })).toMatchObject({ grade: 'likely', match: { billIds: ['WAV988G4'] } })
  expect(best(line('ACH SPRINGFIELD WATER'), { bills })).toBeNull()
})

test('is certain of the only payout or deposit within five days', () => {
  expect(best(line('STRIPE TRANSFER', 91_250), { payouts: [transfer('po1')] })).toMatchObject({ grade: 'certain', match: { payoutId: 'po1' } })
  expect(best(line('COUNTER DEPOSIT', 91_250), { deposits: [transfer('d1', '2026-03-05')] })).toMatchObject({ grade: 'certain' })
  expect(best(line('COUNTER DEPOSIT', 91_250), { deposits: [transfer('d1', '2026-03-04')] })).toBeNull()
  expect(best(line('DEPOSIT', 91_250), { payouts: [transfer('po1')], deposits: [transfer('d1')] })).toMatchObject({ grade: 'likely' })
})

test('is not certain of a transfer of the amount that a payor sent', () => {
  const found = { bills: [ann], deposits: [transfer('d1', DAY, 24_000)] }
  expect(best(line('ZELLE FROM A. MILER'), found)).toMatchObject({ grade: 'likely' })
  expect(best(line('ACH CREDIT 0231'), found)).toMatchObject({ grade: 'likely' })
})

test('keeps to the account of the line', () => {
  expect(best(line('STRIPE TRANSFER', 91_250, { account: 'other' }), { payouts: [transfer('po1')] })).toBeNull()
})
