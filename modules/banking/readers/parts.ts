import { cutText } from '../../kernel/cut-text.ts'
import { LocalDate } from '../../kernel/date-schemas.ts'
import { DomainError, invalid } from '../../kernel/errors.ts'
import { type Cents, MAX_CENTS } from '../../kernel/money.ts'
import { withoutInvisible } from '../../kernel/visible.ts'
import type { StatementColumns } from '../contract.ts'
import { MAX_STATEMENT_BYTES, type statementFormats } from '../values.ts'

type Format = (typeof statementFormats)[number]

/** A line of an account: money in is above 0. `n` is the line of the file, in CAMT.053 the entry. */
export type StatementLine = Readonly<{
  n: number
  bookedOn: LocalDate
  amount: Cents
  text: string
  counterparty: string | null
  bankId: string | null
}>
type Unreadable = Readonly<{ line: number; error: string }>

export type Statement = Readonly<{
  format: Format
  accounts: readonly string[]
  currency: string | null
  openingBalance: Cents | null
  closingBalance: Cents | null
  lines: readonly StatementLine[]
  unreadable: readonly Unreadable[]
  columns?: StatementColumns
  titles?: readonly string[]
  warnings: readonly string[]
}>

const MAX_LINES = 50_000
const MOST_TEXT = 500
const MOST_NAME = 200
const MOST_ID = 255
const FIRST_DAY = '1990-01-01'
const LAST_DAY = '2100-01-01'

export const refuseFile = (message: string): DomainError => invalid('file', message)

/** The text of a file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
export const decode = (bytes: Uint8Array): string => {
  if (bytes.length > MAX_STATEMENT_BYTES) throw new DomainError('too-large', 'too-large', 'The file is larger than 10 MB. Export a shorter period.')
  const [first, second] = bytes
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  if (!utf16 && bytes.includes(0)) throw refuseFile('The file is not a text file. Export the statement as OFX, QFX, CAMT.053, BAI2, MT940 or CSV.')
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (utf16) throw refuseFile('The file is damaged. Export it again.')
    // Decodes as a stream, since Node decodes a whole Windows-1252 text as Latin-1.
    return new TextDecoder('windows-1252').decode(bytes, { stream: true })
  }
}

/** A day as 20260331, 260331 or 2026-03-31, with or without a time; null for no day, or one that no statement has. */
export const readStatementDay = (text: string): LocalDate | null => {
  const parts =
    /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})(?!\d(?:\D|$))/.exec(text) ?? /^(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (!parts) return null
  const [, year = '', month, day] = parts
  return possibleDay(`${year.length === 2 ? `20${year}` : year}-${month}-${day}`)
}

export const possibleDay = (text: string): LocalDate | null => {
  const read = LocalDate.safeParse(text)
  return read.success && text >= FIRST_DAY && text < LAST_DAY ? read.data : null
}

/** Cents from '12', '12.5', '-12.50' or '12.500'; with a comma as well if `mark` says so. Null for anything else. */
export const readCents = (text: string, mark: '.' | ',' = '.'): Cents | null => {
  const plain = mark === ',' ? text.replace(',', '.') : text
  const parts = /^([+-]?)(\d{0,15})(?:\.(\d{0,2})0{0,20})?$/.exec(plain.trim())
  const [, sign, whole = '', fraction = ''] = parts ?? []
  if (!parts || whole + fraction === '') return null
  return Number(`${whole}${fraction.padEnd(2, '0')}`) * (sign === '-' ? -1 : 1) || 0
}

const cleaned = (text: string, most: number): string => cutText(withoutInvisible(text.slice(0, 20_000)).replace(/\s+/g, ' ').trim(), most)

type Found = Readonly<{
  day: LocalDate | null
  amount: Cents | null
  texts: readonly (string | undefined)[]
  counterparty?: string | undefined
  bankId?: string | undefined
}>

const problemOf = (day: LocalDate | null, amount: Cents | null): string | null => {
  if (day === null) return 'The date is missing or wrong.'
  if (amount === null) return 'The amount is missing or wrong.'
  if (amount === 0) return 'The amount is 0.00, so there is nothing to import.'
  return Math.abs(amount) > MAX_CENTS ? 'The amount is too large.' : null
}

/** Collects the lines of a statement; a line without a day or an amount is unreadable. */
export const collector = (format: Format) => {
  const lines: StatementLine[] = []
  const unreadable: Unreadable[] = []
  const accounts = new Set<string>()
  const balances: { opening: Cents | null; closing: Cents | null } = { opening: null, closing: null }
  let currency: string | null = null
  const fail = (line: number, error: string): void => {
    unreadable.push({ line, error })
    if (lines.length + unreadable.length > MAX_LINES) throw refuseFile('The file has more than 50,000 lines. Export a shorter period.')
  }
  return {
    balances,
    fail,
    sawAccount: (account: string): void => {
      if (account.trim() !== '') accounts.add(account.trim())
      if (accounts.size > 1) throw refuseFile('The file has lines of more than one account. Export each account to a file of its own.')
    },
    sawCurrency: (code: string): void => {
      if (code.trim() === '') return
      currency = code.trim().toUpperCase().slice(0, 10)
      if (currency !== 'USD') throw refuseFile(`The file has amounts in ${currency}. Only statements in US dollars can be imported.`)
    },
    add: (n: number, { day, amount, texts, counterparty, bankId }: Found): void => {
      const problem = problemOf(day, amount)
      if (problem !== null || day === null || amount === null) {
        fail(n, problem ?? '')
        return
      }
      const parts = texts
        .slice(0, 40)
        .map((text) => cleaned(text ?? '', MOST_TEXT))
        .filter((text) => text !== '')
      // Banks repeat the name in the memo, which is then longer.
      const distinct = parts.filter((text, i) => !parts.some((other, at) => at !== i && other.includes(text) && (other !== text || at < i)))
      lines.push({
        n,
        bookedOn: day,
        amount,
        text: cutText(distinct.join(' '), MOST_TEXT),
        counterparty: cleaned(counterparty ?? '', MOST_NAME) || null,
        bankId: cleaned(bankId ?? '', MOST_ID) || null,
      })
      if (lines.length + unreadable.length > MAX_LINES) throw refuseFile('The file has more than 50,000 lines. Export a shorter period.')
    },
    done: (more: Partial<Statement> = {}): Statement => ({
      format,
      accounts: [...accounts],
      currency,
      openingBalance: balances.opening,
      closingBalance: balances.closing,
      lines: withoutSharedIds(lines),
      unreadable,
      warnings: [],
      ...more,
    }),
  }
}
export type Collector = ReturnType<typeof collector>

/** Some banks give several lines the same id. Such an id names none of them. */
const withoutSharedIds = (lines: readonly StatementLine[]): StatementLine[] => {
  const meanings = new Map<string, Set<string>>()
  for (const { bankId, bookedOn, amount } of lines)
    if (bankId !== null) meanings.set(bankId, (meanings.get(bankId) ?? new Set()).add(`${bookedOn} ${amount}`))
  return lines.map((line) => (line.bankId !== null && (meanings.get(line.bankId)?.size ?? 0) > 1 ? { ...line, bankId: null } : line))
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Only the entities that every reader knows; a file cannot define its own. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
  })

/** Counts the lines of a text up to growing positions. */
export const lineCounter = (text: string) => {
  let line = 1
  let at = 0
  return (to: number): number => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < to; next = text.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    return line
  }
}
