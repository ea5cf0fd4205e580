import type { StatementColumns } from '../contract.ts'

/** Titles in the exports of banks, by what they mean; the first of a list is meant if a file has several. */
const TITLES = {
  date: [
    ...['postingdate', 'posteddate', 'postdate', 'datepos', 'dateposted', 'bookingdate', 'bookeddate', 'processdate', 'processeddate', 'date'],
    ...['datetime', 'transactiondate', 'transdate', 'trandate', 'effectivedate', 'valuedate', 'buchungstag', 'fecha'],
  ],
  amount: ['amount', 'amounttotal', 'gross', 'transactionamount', 'tranamount', 'amountusd', 'betrag', 'importe', 'value'],
  debit: ['debit', 'debits', 'debitamount', 'amountdebit', 'withdrawal', 'withdrawals', 'withdrawalamount', 'moneyout', 'paidout', 'outflow'],
  credit: ['credit', 'credits', 'creditamount', 'amountcredit', 'deposit', 'deposits', 'depositamount', 'moneyin', 'paidin', 'inflow'],
  text: [
    ...['description', 'transactiondescription', 'originaldescription', 'extendeddescription', 'narrative', 'particulars', 'memo', 'note', 'notes'],
    ...['subject', 'details', 'reference', 'verwendungszweck', 'concepto', 'checknumber', 'checkorslip', 'check', 'type', 'transactiontype'],
  ],
  counterparty: ['name', 'payee', 'payeename', 'counterparty', 'nameofsenderreceiver', 'merchant', 'merchantname'],
  bankId: ['transactionid', 'id', 'fitid', 'uniqueid'],
  direction: ['creditdebit', 'debitcredit', 'crdr', 'drcr', 'dc', 'cd', 'creditdebitindicator', 'details', 'transactiontype', 'type', 'indicator'],
  currency: ['currency', 'currencycode', 'ccy'],
  status: ['status', 'state'],
  fee: ['fee'],
  net: ['net', 'netamount'],
  from: ['from'],
  to: ['to'],
} as const
type Meaning = keyof typeof TITLES
/** The place of each column that is known. */
export type Places = Readonly<Partial<Record<Exclude<Meaning, 'text'>, number>> & { text: readonly number[] }>

export const plainTitle = (title: string): string => title.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/** The columns that titles name; null if they name no date, or no amount. */
export const placesIn = (titles: readonly string[]): Places | null => {
  const plain = titles.map(plainTitle)
  const of = (meaning: Meaning): number | undefined => {
    const title = TITLES[meaning].find((each: string) => plain.includes(each))
    return title === undefined ? undefined : plain.indexOf(title)
  }
  const [date, amount, debit, credit] = [of('date'), of('amount'), of('debit'), of('credit')]
  if (date === undefined || (amount === undefined && debit === undefined && credit === undefined)) return null
  const text = TITLES.text.flatMap((title) => (plain.includes(title) ? [plain.indexOf(title)] : []))
  const known: Record<string, number> = { date }
  if (amount !== undefined) known.amount = amount
  else {
    if (debit !== undefined) known.debit = debit
    if (credit !== undefined) known.credit = credit
  }
  for (const meaning of ['counterparty', 'bankId', 'direction', 'currency', 'status', 'fee', 'net', 'from', 'to'] as const) {
    const at = of(meaning)
    if (at !== undefined) known[meaning] = at
  }
  return { ...known, text: text.length > 0 ? text : restOf(titles, Object.values(known)) }
}

/** Without a column for the text, all others are the text, but not the account's balance. */
const restOf = (titles: readonly string[], used: readonly number[]): number[] =>
  titles.flatMap((title, i) => (used.includes(i) || /balance|saldo/i.test(title) ? [] : [i]))

const DATE = /^\s*(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{8})\s*$/
const AMOUNT = /^[\s$()+\-\d.,]*\d[.,]\d{2}[\s)-]*$/

/** The columns of a file without titles: the first with dates, and the first with amounts. */
export const placesByContent = (rows: readonly (readonly string[])[]): Places | null => {
  const sample = rows.slice(0, 50)
  const width = Math.min(100, Math.max(0, ...sample.map((row) => row.length)))
  const share = (at: number, kind: RegExp) => sample.filter((row) => kind.test(row[at] ?? '')).length / Math.max(1, sample.length)
  const columns = Array.from({ length: width }, (_, at) => at)
  const date = columns.find((at) => share(at, DATE) > 0.6)
  const amount = columns.find((at) => at !== date && share(at, AMOUNT) > 0.6)
  if (date === undefined || amount === undefined) return null
  const text = columns.filter((at) => at !== date && share(at, AMOUNT) < 0.3 && share(at, DATE) < 0.3)
  return { date, amount, text }
}

/** The places of columns that a person has named; the titles that the file lacks. */
export const placesOf = (named: StatementColumns, titles: readonly string[]): Places | { lacks: string[] } => {
  const plain = titles.map(plainTitle)
  const at = (title: string) => (titles.includes(title) ? titles.indexOf(title) : plain.indexOf(plainTitle(title)))
  const { date, amount, debit, credit, text, counterparty, bankId } = named
  const one = Object.entries({ date, amount, debit, credit, counterparty, bankId }).flatMap(([meaning, title]) =>
    title === undefined ? [] : [[meaning, title, at(title)] as const],
  )
  const lacks = [...one.filter(([, , place]) => place === -1).map(([, title]) => title), ...text.filter((title) => at(title) === -1)]
  if (lacks.length > 0) return { lacks }
  const guessed = placesIn(titles)
  const aside = Object.fromEntries(
    (['direction', 'currency', 'status', 'fee', 'net', 'from', 'to'] as const).flatMap((each) =>
      guessed?.[each] === undefined ? [] : [[each, guessed[each]]],
    ),
  )
  return { ...aside, ...Object.fromEntries(one.map(([meaning, , place]) => [meaning, place])), text: text.map(at) }
}

export const namesOf = (places: Places, titles: readonly string[], dayFirst: boolean): StatementColumns => {
  const title = (at: number | undefined) => (at === undefined ? undefined : titles[at])
  const one = Object.fromEntries(
    (['amount', 'debit', 'credit', 'counterparty', 'bankId'] as const).flatMap((each) =>
      places[each] === undefined ? [] : [[each, title(places[each])]],
    ),
  )
  return { date: title(places.date) ?? '', ...one, text: places.text.map((at) => title(at) ?? ''), ...(dayFirst && { dayFirst: true }) }
}
