import { expect, test } from 'vitest'
import { seeded } from '../app/demo/seeded.ts'
import { CODE_LENGTH, CODE_SIGNS } from '../kernel/code-signs.ts'
import { addDays, type LocalDate } from '../kernel/dates.ts'
import { type Match, type MatchableLine, type OpenBill, type RecordedPayment, suggestMatches, type Transfer } from './matching.ts'

/** NETWORKS=5000 runs that many years. A seed always gives the same year. */
const NETWORKS = Number(process.env.NETWORKS ?? 200)
const FIRST_NETWORK = Number(process.env.FIRST_NETWORK ?? 1)
const LEAST_CERTAIN = 0.8
const YEAR_BEGINS = '2026-01-01' as LocalDate
const QUARTER = 91
const ACCOUNT = 'main'

const FIRST_NAMES = 'Ann Bob Carla David Esther Frank Grace Hannah Isaac José Katherine Lee Maria Nathan'.split(' ')
const LAST_NAMES = "Miller Stone O'Connor Smith Johnson García Nguyen Grace Church-Brown Lee Payne Price".split(' ')
const TOWNS = 'Springfield Shelbyville Ogden Dover Salem'.split(' ')
const SAINTS = ['Grace Lutheran', 'First Baptist', "St. Paul's Episcopal", 'Trinity United Methodist']

/** `isElsewhere`: paid by card or check. `isSent`: paid together with another bill. */
type Bill = OpenBill & { isElsewhere: boolean; isSent: boolean; readonly issued: LocalDate }
/** `truth`: what the money really is for; null for money that has nothing to do with bills. */
type Line = MatchableLine & Readonly<{ truth: Match | null }>

const bankYear = (seed: number) => {
  const random = seeded(seed)
  const upTo = (most: number): number => Math.floor(random() * most)
  const one = <T>(all: readonly T[]): T => all[upTo(all.length)] as T
  const happens = (share: number): boolean => random() < share
  const code = () => Array.from({ length: CODE_LENGTH }, () => one([...CODE_SIGNS])).join('')

  const people = Array.from({ length: 30 + upTo(50) }, (_, n) => ({ id: `person${n}`, name: `${one(FIRST_NAMES)} ${one(LAST_NAMES)}` }))
  const congregations = Array.from({ length: 5 + upTo(6) }, (_, n) => ({ id: `church${n}`, name: `${one(SAINTS)} Church of ${one(TOWNS)}` }))
  const payors = [...people, ...congregations].map((payor, n) => ({ ...payor, household: happens(0.2) && n > 0 ? `house${n - 1}` : `house${n}` }))
  const uniform = happens(0.6) ? 24_000 : null
  const [bills, lines]: [Bill[], Line[]] = [[], []]
  const payments: RecordedPayment[] = []
  const transfers = { payout: new Map<LocalDate, number>(), deposit: new Map<LocalDate, number>() }

  const arrive = (bookedOn: LocalDate, amount: number, text: string, truth: Match | null, counterparty: string | null = null): void => {
    lines.push({ id: `line${lines.length}`, account: ACCOUNT, bookedOn, amount, text, counterparty, truth })
  }
  const shortened = (name: string): string => {
    const [first = '', ...rest] = name.toUpperCase().split(' ')
    return one([`${first} ${rest.join(' ')}`, `${rest.join(' ')} ${first.charAt(0)}`, `${first.charAt(0)} ${rest.join(' ').slice(0, 6)}`])
  }
  const wording = (name: string, memo: string): string =>
    one([`ZELLE FROM ${shortened(name)} ${memo}`, `ACH CREDIT ${upTo(9999)} ${memo}`, `WIRE IN ${shortened(name)} /${memo}/`, `${memo} dues`])
  const written = (bill: Bill): string => one([bill.code, bill.code.toLowerCase(), `${bill.code.slice(0, 4)} ${bill.code.slice(4)}`])

  /** Money that a payor sends to the bank account, as careful or careless as payors are. */
  const send = (bill: Bill, other: Bill | undefined, on: LocalDate): void => {
    const match = { billIds: [bill.id] }
    const dice = random()
    const exactly = (day = on, truth: Match = match) => arrive(day, bill.balance, wording(bill.payorName, written(bill)), truth)
    if (dice < 0.08) arrive(on, bill.balance, wording(bill.payorName, ''), match)
    else if (dice < 0.1) arrive(on, Math.ceil(bill.balance / 1_000) * 1_000 + 500, wording(bill.payorName, written(bill)), match)
    else if (dice < 0.13) {
      exactly()
      exactly(addDays(on, upTo(20)))
    } else if (dice < 0.18 && other && !other.isSent && !other.isElsewhere) {
      other.isSent = true
      const memo = happens(0.7) ? `${written(bill)}, ${written(other)}` : written(bill)
      arrive(on, bill.balance + other.balance, wording(bill.payorName, memo), { billIds: [bill.id, other.id] })
    } else if (dice < 0.21) {
      const payment = { id: `payment${payments.length}`, account: ACCOUNT, day: addDays(on, -upTo(5)), amount: bill.balance }
      payments.push({ ...payment, payerName: bill.payorName, codes: [bill.code] })
      exactly(on, { paymentIds: [payment.id] })
    } else exactly()
  }
  const collect = (kind: keyof typeof transfers, on: LocalDate, amount: number): void => {
    // Once a week, on the day that the week began.
    const week = addDays(YEAR_BEGINS, 7 * Math.ceil((Date.parse(on) - Date.parse(YEAR_BEGINS)) / (7 * 86_400_000)))
    transfers[kind].set(week, (transfers[kind].get(week) ?? 0) + amount)
  }

  for (let quarter = 0; quarter < 4; quarter += 1) {
    const issued = addDays(YEAR_BEGINS, quarter * QUARTER)
    const ofQuarter = payors.map(({ id, name, household }): Bill => {
      const balance = uniform ?? 1_000 * (5 + upTo(60)) + upTo(4) * 25
      return {
        id: `${id}/${quarter}`,
        code: code(),
        payorId: id,
        payorName: name,
        household,
        balance,
        claimed: null,
        isElsewhere: false,
        isSent: false,
        issued,
      }
    })
    bills.push(...ofQuarter)
    for (const [n, bill] of ofQuarter.entries()) {
      if (bill.isSent) continue
      const on = addDays(issued, 1 + upTo(60))
      const dice = random()
      if (dice < 0.1) continue
      if (dice < 0.3) collect('payout', on, bill.balance - Math.round(bill.balance * 0.029) - 30)
      else if (dice < 0.55) collect('deposit', on, bill.balance)
      else {
        send(bill, ofQuarter[n + 1], on)
        continue
      }
      bill.isElsewhere = true
    }
  }
  const all = { payouts: [] as Transfer[], deposits: [] as Transfer[] }
  for (const [day, amount] of transfers.payout) {
    all.payouts.push({ id: `payout/${day}`, account: ACCOUNT, day, amount })
    arrive(addDays(day, upTo(3)), amount, 'STRIPE TRANSFER', { payoutId: `payout/${day}` })
  }
  for (const [day, amount] of transfers.deposit) {
    all.deposits.push({ id: `deposit/${day}`, account: ACCOUNT, day, amount })
    arrive(addDays(day, upTo(4)), amount, one(['COUNTER DEPOSIT', 'DEPOSIT', 'REMOTE DEPOSIT 0042']), { depositId: `deposit/${day}` })
  }
  for (let n = 0; n < 40; n += 1)
    arrive(addDays(YEAR_BEGINS, upTo(365)), 100 + upTo(90_000), one(['INTEREST', 'LEE INSURANCE REFUND', 'OFFERING 7712', 'GRACE HARDWARE']), null)
  return { bills, lines, payments, ...all }
}

const isSame = (a: Match, b: Match | null): boolean => {
  const sorted = (match: Match | null) => JSON.stringify(match, (_, value: unknown) => (Array.isArray(value) ? [...value].sort() : value))
  return sorted(a) === sorted(b)
}

/** Imports the year month by month. The treasurer settles each line by its truth before the next statement. */
const reconcile = (seed: number) => {
  const { bills, lines, payments, payouts, deposits } = bankYear(seed)
  const [closed, wrong]: [Set<string>, string[]] = [new Set(), []]
  let [matchable, certain] = [0, 0]
  for (let month = 1; month <= 14; month += 1) {
    const isOf = (day: LocalDate) => (Number(day.slice(0, 4)) - 2026) * 12 + Number(day.slice(5, 7)) === month
    const [now, end] = [lines.filter(({ bookedOn }) => isOf(bookedOn)), addDays(YEAR_BEGINS, month * 31)]
    const recorded = new Set(payments.filter(({ day }) => day <= end).flatMap(({ codes }) => codes))
    const suggested = suggestMatches(now, {
      bills: bills.filter(({ id, code, issued, isElsewhere }) => issued <= end && !isElsewhere && !closed.has(id) && !recorded.has(code)),
      payouts: payouts.filter(({ id, day }) => day <= end && !closed.has(id)),
      deposits: deposits.filter(({ id, day }) => day <= end && !closed.has(id)),
      payments: payments.filter(({ id, day }) => day <= end && !closed.has(id)),
    })
    for (const line of now) {
      const [best] = suggested.get(line.id) ?? []
      if (line.truth) matchable += 1
      if (best?.grade !== 'certain') continue
      if (isSame(best.match, line.truth)) certain += 1
      else wrong.push(`${line.text} ${line.amount}: ${best.reason}; in truth ${JSON.stringify(line.truth)}`)
    }
    for (const { truth } of now)
      if (truth) for (const id of 'billIds' in truth ? truth.billIds : 'paymentIds' in truth ? truth.paymentIds : Object.values(truth)) closed.add(id)
  }
  return { lines: lines.length, matchable, certain, wrong }
}

test('is never wrong when certain, and certain of four lines in five', () => {
  const sum = { lines: 0, matchable: 0, certain: 0, wrong: 0 }
  for (let seed = FIRST_NETWORK; seed < FIRST_NETWORK + NETWORKS; seed += 1) {
    const year = reconcile(seed)
    expect(year.wrong, `network ${seed}`).toEqual([])
    sum.lines += year.lines
    sum.matchable += year.matchable
    sum.certain += year.certain
  }
  const share = sum.certain / sum.matchable
  console.log(
    `${NETWORKS} bank years: ${sum.lines} lines, ${sum.matchable} of them for bills; ${sum.certain} certain (${(share * 100).toFixed(1)} %), none of these wrong`,
  )
  expect(share).toBeGreaterThanOrEqual(LEAST_CERTAIN)
})
