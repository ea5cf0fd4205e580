import { parse } from 'csv-parse/sync'
import { dateOrder, readDay } from '../../kernel/dates-in-files.ts'
import type { Cents } from '../../kernel/money.ts'
import type { StatementColumns } from '../contract.ts'
import { namesOf, type Places, placesByContent, placesIn, placesOf, plainTitle } from './csv-columns.ts'
import { collector, possibleDay, readCents, refuseFile, type Statement } from './parts.ts'

type Row = Readonly<{ cells: readonly string[]; line: number }>

const MOST_ABOVE = 40
const MAX_ROWS = 60_000
const SAMPLE = 20_000

const options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  ltrim: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  info: true,
  max_record_size: 100_000,
  to: MAX_ROWS,
}

const rowsOf = (text: string, delimiter: string, to = MAX_ROWS): Row[] => {
  const records = parse(text, { ...options, delimiter, to }) as unknown as { record: string[]; info: { lines: number } }[]
  return records.map(({ record, info }) => ({ cells: record.map((cell) => cell.trim()), line: info.lines }))
}

/** The separator that makes a header, or else the most rows of the same width. */
const delimiterOf = (text: string): string => {
  const head = text.slice(0, SAMPLE)
  const scored = [',', ';', '\t', '|'].map((delimiter) => {
    try {
      const rows = rowsOf(head, delimiter, MOST_ABOVE)
      const titled = rows.some(({ cells }) => placesIn(cells) !== null)
      const widths = rows.map(({ cells }) => cells.length).filter((width) => width > 1)
      const same = Math.max(0, ...widths.map((width) => widths.filter((other) => other === width).length))
      return { delimiter, score: (titled ? 1_000 : 0) + same }
    } catch {
      return { delimiter, score: 0 }
    }
  })
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).delimiter
}

const unquoted = (cell: string): string =>
  cell
    .replace(/^=?"([^"]*)"$/, '$1')
    .replace(/^'(?=[=+\-@\d])/, '')
    .trim()

/** Digits with a sign: '- $5.00', '(5.00)', '5.00-', '5.00 DR'. Null for another currency. */
const signedDigits = (cell: string): { negative: boolean; digits: string } | null => {
  const text = unquoted(cell)
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/US\s?\$|USD|\$/gi, '')
    .replace(/\s/g, '')
  const side = /(CR|DR)$/i.exec(text)?.[1]?.toUpperCase()
  const plain = side ? text.slice(0, -2) : text
  const inner = /^\((.*)\)$/.exec(plain)?.[1]
  const digits = (inner ?? plain).replace(/^[+-]|[+-]$/g, '')
  return /^[\d.,']+$/.test(digits) ? { negative: inner !== undefined || /^-|-$/.test(plain) || side === 'DR', digits } : null
}

const amountReader = (cells: Iterable<string>) => {
  let points = false
  let commas = false
  for (const cell of cells) {
    const digits = signedDigits(cell)?.digits ?? ''
    if (/\.\d{1,2}$/.test(digits)) points = true
    if (/,\d{1,2}$/.test(digits)) commas = true
  }
  const mark = commas && !points ? ',' : '.'
  const whole = mark === ',' ? /^\d{1,3}(?:[.']\d{3})+(?=,|$)/ : /^\d{1,3}(?:[,']\d{3})+(?=\.|$)/
  return (cell: string): Cents | null => {
    const signed = signedDigits(cell)
    if (!signed) return null
    const digits = signed.digits.replace(whole, (part) => part.replace(/[.,']/g, ''))
    const cents = readCents(digits, mark)
    return cents !== null && signed.negative ? 0 - cents : cents
  }
}

/** A day without its time. A moment is on the day that the file writes. */
const dayPart = (cell: string): string =>
  /^(\d{4}-\d{1,2}-\d{1,2})(?:[T ]|$)/.exec(cell)?.[1] ?? /^(\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[ T,]|$)/.exec(cell)?.[1] ?? cell

const formatOf = (titles: readonly string[]): 'csv' | 'venmo' | 'paypal' | 'cash-app' => {
  const has = (...all: string[]) => all.every((title) => titles.some((each) => plainTitle(each) === title))
  if (has('id', 'datetime', 'note', 'from', 'to', 'amounttotal')) return 'venmo'
  if (has('date', 'timezone', 'gross', 'fee', 'net', 'transactionid')) return 'paypal'
  return has('transactionid', 'netamount', 'assettype', 'nameofsenderreceiver') ? 'cash-app' : 'csv'
}

type Layout = Readonly<{ titles: readonly string[]; places: Places; rows: readonly Row[] }>

const layoutOf = (rows: readonly Row[], named: StatementColumns | undefined): Layout => {
  const top = rows.slice(0, MOST_ABOVE)
  const width = Math.max(0, ...top.map(({ cells }) => cells.length))
  const numbered = Array.from({ length: Math.min(width, 200) }, (_, i) => `Column ${i + 1}`)
  if (named) {
    for (const [i, { cells }] of top.entries()) {
      const places = placesOf(named, cells)
      if (!('lacks' in places)) return { titles: cells, places, rows: rows.slice(i + 1) }
    }
    const places = placesOf(named, numbered)
    if (!('lacks' in places)) return { titles: numbered, places, rows }
    // The row that has the others is the header.
    const lacks = top.map(({ cells }) => placesOf(named, cells)).flatMap((each) => ('lacks' in each ? [each] : []))
    const fewest = lacks.reduce((best, each) => (each.lacks.length < best.lacks.length ? each : best), places)
    throw refuseFile(`The file has no column "${fewest.lacks[0]}". Choose the columns again.`)
  }
  for (const [i, { cells }] of top.entries()) {
    const places = placesIn(cells)
    if (places) return { titles: cells, places, rows: rows.slice(i + 1) }
  }
  const places = placesByContent(rows.map(({ cells }) => cells))
  if (places) return { titles: numbered, places, rows }
  throw refuseFile('The file is no bank statement: it has no column with dates, or none with amounts.')
}

const NOT_DONE = /^(pending|failed|cancell?ed|denied|declined|expired|reversed|on hold|unclaimed|held)\b/i
const OUT = /^(d|dr|db|dbit|debit|withdrawal)$/i

/** Reads the CSV of any bank, and of Venmo, PayPal and Cash App. */
export const readCsv = (text: string, named?: StatementColumns): Statement => {
  let all: Row[]
  try {
    all = rowsOf(text, delimiterOf(text))
  } catch {
    throw refuseFile('The file has a quotation mark that is never closed, or a row that is too long. Export it again.')
  }
  const { titles, places, rows } = layoutOf(all, named)
  const format = formatOf(titles)
  const found = collector(format)
  const at = (row: Row, place: number | undefined): string => (place === undefined ? '' : (row.cells[place] ?? ''))
  const order = dateOrder()
  for (const row of rows) order.saw(dayPart(at(row, places.date)))
  const dayFirst = named?.dayFirst ?? order.dayFirst()
  const money = [places.amount, places.debit, places.credit]
  const read = amountReader(rows.flatMap((row) => money.map((place) => at(row, place))))
  const signs = rows.map((row) => read(at(row, places.amount)) ?? 0)
  const isUnsigned = places.direction !== undefined && signs.every((cents) => cents >= 0)

  const amountOf = (row: Row): Cents | null => {
    if (places.amount !== undefined) {
      const cents = read(at(row, places.amount))
      return cents !== null && isUnsigned && OUT.test(at(row, places.direction)) ? 0 - cents : cents
    }
    const [out, into] = [places.debit, places.credit].map((place) => (at(row, place) === '' ? 0 : read(at(row, place))))
    if (out == null || into == null || (out !== 0 && into !== 0)) return null
    return out !== 0 ? 0 - Math.abs(out) : into
  }
  for (const row of rows) {
    const date = at(row, places.date)
    // Rows for totals, balances and notices.
    if (date === '' || money.every((place) => at(row, place) === '')) {
      if (date !== '' && row.cells.length > places.text.length + 1 && possibleDay(readDay(dayPart(date), { dayFirst })?.day ?? ''))
        found.fail(row.line, 'The amount is missing or wrong.')
      continue
    }
    if (NOT_DONE.test(at(row, places.status))) {
      found.fail(row.line, `The payment is not complete: its status is ${at(row, places.status).slice(0, 40)}.`)
      continue
    }
    found.sawCurrency(at(row, places.currency))
    const amount = amountOf(row)
    const day = possibleDay(readDay(dayPart(date), { dayFirst })?.day ?? '')
    const bankId = unquoted(at(row, places.bankId))
    const party = at(row, places.counterparty) || at(row, amount !== null && amount < 0 ? places.to : places.from)
    found.add(row.line, { day, amount, texts: [...places.text.map((place) => unquoted(at(row, place))), party], counterparty: party, bankId })
    const net = places.fee === undefined ? null : read(at(row, places.net))
    // The payer has paid the whole; what the service keeps of it is a line of its own.
    if (day !== null && amount !== null && net !== null && net !== amount)
      found.add(row.line, { day, amount: net - amount, texts: ['Fee', party], counterparty: party, bankId: bankId && `${bankId} fee` })
  }
  return found.done({ columns: namesOf(places, titles, dayFirst), titles, warnings: named?.dayFirst === undefined ? order.warnings() : [] })
}
