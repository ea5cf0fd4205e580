import { CODE_LENGTH, CODE_SIGNS } from '../kernel/code-signs.ts'
import { daysBetween, type LocalDate } from '../kernel/dates.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import { type NameParts, namedIn, namePartsOf, wordsOf } from './names-in-text.ts'

/** Money that arrived in a bank account. `account`: the id of its payment profile. `amount` is above zero. */
export type MatchableLine = Readonly<{ id: string; account: string; bookedOn: LocalDate; amount: Cents; text: string; counterparty: string | null }>

/** A bill with a balance. Payors with one address share a `household`; `claimed`: what the payor says to have sent. */
export type OpenBill = Readonly<{
  id: string
  code: string
  payorId: string
  payorName: string
  household: string
  balance: Cents
  claimed: Cents | null
}>
/** Money on its way to the bank: a payout of Stripe or a closed deposit. */
export type Transfer = Readonly<{ id: string; account: string; day: LocalDate; amount: Cents }>
/** A payment that was recorded by hand. `codes`: the codes of the bills it paid. */
export type RecordedPayment = Readonly<{ id: string; account: string; day: LocalDate; amount: Cents; payerName: string; codes: readonly string[] }>

/** Everything that no line is matched to yet. */
export type OpenItems = Readonly<{
  bills: readonly OpenBill[]
  payouts: readonly Transfer[]
  deposits: readonly Transfer[]
  payments: readonly RecordedPayment[]
}>

export type Match =
  | Readonly<{ payoutId: string }>
  | Readonly<{ depositId: string }>
  | Readonly<{ paymentIds: readonly string[] }>
  | Readonly<{ billIds: readonly string[] }>

export type Grade = 'certain' | 'likely' | 'possible'
export type Suggestion = Readonly<{ grade: Grade; reason: string; match: Match }>

/** A transfer reaches the bank at most this many days before or after its own day. */
const TRANSFER_DAYS = 5
/** A treasurer records a payment at most this many days before or after the bank does. */
const RECORDED_DAYS = 14
const MOST_SUGGESTIONS = 3
/** Payors round an amount to whole dollars, or to five or ten. */
const ROUNDED_BY: Cents = 1_000
const NAMESAKES = 2

const CODE = new RegExp(`^[${CODE_SIGNS}]{${CODE_LENGTH}}$`)
const WORD = /[A-Z0-9]+/g
/** A payor's own payment, which is neither a payout nor a deposit. */
const BY_PAYOR = /\b(zelle|venmo|paypal|cash ?app|wire|from)\b/i
/** What banks write beside payouts and deposits. */
const SAYS_PAYOUT = /\b(stripe|payout|transfer)\b/i
const SAYS_DEPOSIT = /\b(deposit|deposits|dep|counter|branch|check|checks|remote|mobile|teller|lockbox)\b/i
const RANK: Readonly<Record<Grade, number>> = { certain: 0, likely: 1, possible: 2 }

const sum = (amount: Cents): string => formatMoney(toDollars(amount))
const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string | number): ReadonlyMap<string | number, readonly T[]> => {
  const groups = new Map<string | number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
const total = (bills: readonly OpenBill[]): Cents => bills.reduce((all, { balance }) => all + balance, 0)
const textOf = ({ text, counterparty }: MatchableLine): string => (counterparty ? `${counterparty} ${text}` : text)
const keyOf = (match: Match): string => JSON.stringify(match)

/** The words of a text that may be codes; payors also write a code in two parts. */
const codeWordsIn = (text: string): ReadonlySet<string> => {
  const words = text.toUpperCase().match(WORD) ?? []
  const joined = words.flatMap((word, i) => [word, word + (words[i + 1] ?? '')])
  return new Set(joined.filter((word) => CODE.test(word)))
}

const indexOf = ({ bills, payouts, deposits, payments }: OpenItems) => {
  const byWord = new Map<string, OpenBill[]>()
  const names = new Map<string, NameParts>()
  const partsOf = (name: string): NameParts => {
    const known = names.get(name) ?? namePartsOf(name)
    names.set(name, known)
    return known
  }
  for (const bill of bills) {
    for (const word of partsOf(bill.payorName).keys) {
      const others = byWord.get(word)
      if (others) others.push(bill)
      else byWord.set(word, [bill])
    }
  }
  return {
    ...{ partsOf, byWord },
    byCode: new Map(bills.map((bill) => [bill.code, bill])),
    byAmount: groupBy(bills, ({ balance }) => balance),
    byHousehold: groupBy(bills, ({ household }) => household),
    payouts: groupBy(payouts, ({ account, amount }) => `${account} ${amount}`),
    deposits: groupBy(deposits, ({ account, amount }) => `${account} ${amount}`),
    payments: groupBy(payments, ({ account, amount }) => `${account} ${amount}`),
  }
}
type Index = ReturnType<typeof indexOf>

const near = <Item extends Readonly<{ day: LocalDate }>>(items: readonly Item[] | undefined, day: LocalDate, days: number): Item[] =>
  (items ?? []).filter((item) => Math.abs(daysBetween(item.day, day)) <= days)

/** Payments by hand of this amount about this day, and how well they fit. */
const recorded = (line: MatchableLine, codes: ReadonlySet<string>, words: ReadonlySet<string>, index: Index) => {
  const payments = near(index.payments.get(`${line.account} ${line.amount}`), line.bookedOn, RECORDED_DAYS)
  const named = payments.filter((payment) => payment.codes.some((code) => codes.has(code)) || namedIn(words, index.partsOf(payment.payerName)))
  return { payments, named }
}

const suggestCodes = (line: MatchableLine, codes: ReadonlySet<string>, isRecorded: boolean, index: Index): Suggestion[] => {
  const bills = [...codes].flatMap((code) => index.byCode.get(code) ?? [])
  if (bills.length === 0) return []
  const match = { billIds: bills.map(({ id }) => id) }
  const named = bills.length === 1 ? `code ${bills[0]?.code}` : `codes ${bills.map(({ code }) => code).join(', ')}`
  const [only] = bills
  const isClaimed = bills.length === 1 && only?.claimed === line.amount
  const due = total(bills)
  const balance = bills.length === 1 ? `the bill's balance is ${sum(due)}` : `the bills' balances are ${sum(due)} in total`
  if (due !== line.amount && !isClaimed) return [{ grade: 'likely', reason: `memo contains ${named}; ${balance}`, match }]
  if (isRecorded) return [{ grade: 'likely', reason: `memo contains ${named}, but a payment of ${sum(line.amount)} is recorded already`, match }]
  return [{ grade: 'certain', reason: `memo contains ${named}; ${due === line.amount ? balance : `the payor claims ${sum(line.amount)}`}`, match }]
}

const suggestTransfers = (line: MatchableLine, isPersonal: boolean, index: Index): Suggestion[] => {
  const key = `${line.account} ${line.amount}`
  const found = [
    ...near(index.payouts.get(key), line.bookedOn, TRANSFER_DAYS).map(({ id, day }) => ({ what: 'payout', day, match: { payoutId: id } })),
    ...near(index.deposits.get(key), line.bookedOn, TRANSFER_DAYS).map(({ id, day }) => ({ what: 'deposit', day, match: { depositId: id } })),
  ]
  const only = found.length === 1
  // If a bill has this balance, too, the bank's own words decide.
  const isBills = (index.byAmount.get(line.amount) ?? []).length > 0
  const says = (what: string) => (what === 'payout' ? SAYS_PAYOUT : SAYS_DEPOSIT).test(line.text)
  return found.map(({ what, day, match }) => ({
    grade: only && !isPersonal && (!isBills || says(what)) ? 'certain' : 'likely',
    reason: `${only ? `the only ${what}` : `one of ${found.length} transfers`} of ${sum(line.amount)} within ${TRANSFER_DAYS} days (${day})`,
    match,
  }))
}

const suggestNames = (line: MatchableLine, words: ReadonlySet<string>, index: Index): Suggestion[] => {
  const bills = [...words].flatMap((word) => index.byWord.get(word) ?? []).filter(({ payorName }) => namedIn(words, index.partsOf(payorName)))
  const exact = bills.filter(({ balance, claimed }) => balance === line.amount || claimed === line.amount)
  const namesakes = new Set(exact.map(({ payorId }) => payorId)).size
  const single = exact.map(
    ({ id, payorName, claimed }): Suggestion => ({
      grade: namesakes < NAMESAKES ? 'likely' : 'possible',
      reason: `text names ${payorName}, ${claimed === line.amount ? 'who claims to have sent' : 'who owes'} ${sum(line.amount)}`,
      match: { billIds: [id] },
    }),
  )
  if (single.length > 0) return single
  const households = [...new Set(bills.map(({ household }) => household))].flatMap((household) => {
    const all = index.byHousehold.get(household) ?? []
    return all.length > 1 && total(all) === line.amount ? [all] : []
  })
  const whole = households.map(
    (all): Suggestion => ({
      grade: households.length === 1 ? 'likely' : 'possible',
      reason: `text names ${all[0]?.payorName}, whose household owes ${sum(line.amount)} on ${all.length} bills`,
      match: { billIds: all.map(({ id }) => id) },
    }),
  )
  if (whole.length > 0) return whole
  return bills
    .filter(({ balance }) => Math.abs(balance - line.amount) <= ROUNDED_BY)
    .map(({ id, payorName, balance }) => ({
      grade: 'possible',
      reason: `text names ${payorName}, who owes ${sum(balance)}`,
      match: { billIds: [id] },
    }))
}

const suggestPayments = ({ payments, named }: ReturnType<typeof recorded>, { amount }: MatchableLine): Suggestion[] =>
  (named.length > 0 ? named : payments).map(({ id, payerName, day }) => ({
    grade: named.length === 1 ? 'likely' : 'possible',
    reason: `payment of ${sum(amount)} by ${payerName} recorded for ${day}`,
    match: { paymentIds: [id] },
  }))

/** Only one bill has this balance, and nothing else speaks for or against it. */
const suggestAmount = ({ amount }: MatchableLine, index: Index): Suggestion[] => {
  const bills = index.byAmount.get(amount) ?? []
  const [only] = bills
  return only && bills.length === 1
    ? [{ grade: 'possible', reason: `the only open bill of ${sum(amount)} is ${only.payorName}'s`, match: { billIds: [only.id] } }]
    : []
}

const suggestFor = (line: MatchableLine, index: Index): Suggestion[] => {
  const text = textOf(line)
  const [codes, words] = [codeWordsIn(text), wordsOf(text)]
  const paid = recorded(line, codes, words, index)
  const byCode = suggestCodes(line, codes, paid.named.length > 0, index)
  const byName = suggestNames(line, words, index)
  // A payor's own payment may have the amount of a payout by chance.
  const isPersonal = BY_PAYOR.test(text) || byCode.length > 0 || byName.length > 0 || paid.named.length > 0
  const found = [...byCode, ...suggestTransfers(line, isPersonal, index), ...suggestPayments(paid, line), ...byName]
  const known = new Map<string, Suggestion>()
  for (const one of found.length > 0 ? found : suggestAmount(line, index)) if (!known.has(keyOf(one.match))) known.set(keyOf(one.match), one)
  return [...known.values()].sort((a, b) => RANK[a.grade] - RANK[b.grade]).slice(0, MOST_SUGGESTIONS)
}

/** The bills, payout or deposit that a suggestion would settle. */
const targetsOf = (match: Match): readonly string[] =>
  'billIds' in match ? match.billIds : 'paymentIds' in match ? match.paymentIds : ['payoutId' in match ? match.payoutId : match.depositId]

/**
 * Suggests what each line pays, the best first. Certain are only a bill's code with its exact balance or claim, and the
 * only payout or closed deposit of that amount within five days; and no suggestion is certain if two lines compete for
 * its bill, payout or deposit (R146).
 */
export const suggestMatches = (lines: readonly MatchableLine[], items: OpenItems): ReadonlyMap<string, readonly Suggestion[]> => {
  const index = indexOf(items)
  const suggested = new Map(lines.map((line) => [line.id, suggestFor(line, index)]))
  const wanted = new Map<string, number>()
  for (const [best] of suggested.values())
    if (best?.grade === 'certain') for (const target of targetsOf(best.match)) wanted.set(target, (wanted.get(target) ?? 0) + 1)
  const settle = (one: Suggestion): Suggestion =>
    one.grade === 'certain' && targetsOf(one.match).some((target) => (wanted.get(target) ?? 0) > 1)
      ? { ...one, grade: 'likely', reason: `${one.reason}; another line fits as well` }
      : one
  return new Map([...suggested].map(([id, all]) => [id, all.map(settle)]))
}
