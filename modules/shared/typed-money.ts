import { type Cents, formatMoney, fromDollars, MAX_CENTS, toDollars } from '../kernel/money.ts'

/**
 * The zero of each script whose digits keyboards and full-width input methods type: Arabic, Persian, Devanagari,
 * Bengali, full-width.
 */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10]

/** Marks without width, which are copied along with a number from a page or a spreadsheet. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u061c]/g

const FULL_WIDTH: Readonly<Record<string, string>> = {
  '．': '.',
  '，': ',',
  '＄': '$',
  '－': '-',
  '＋': '+',
  '（': '(',
  '）': ')',
  '٫': '.',
  '٬': ',',
  '،': ',',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '–': '-',
}

const western = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code <= first + 9)
  return zero === undefined ? (FULL_WIDTH[sign] ?? sign) : String(code - zero)
}

/** A typed or pasted number in the characters 0-9 . , $ + - ( ), trimmed; all others stay as they are. */
const plainDigits = (typed: string): string => Array.from(typed.replace(INVISIBLE, '').trim(), western).join('')

/** A count, such as days: digits only; null for anything else. */
export const readCount = (typed: string): number | null => {
  const digits = plainDigits(typed)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** Cents above 0, or a sentence that says what to type instead. */
export type TypedMoney = Readonly<{ cents: Cents; problem: null } | { cents: null; problem: string }>

/** The server's sentence for an amount that is missing, 0 or below. */
export const POSITIVE = 'Amount must be a positive number'

const LIKE = 'Type it like 1250.00.'
const NO_NUMBER = `This is not an amount. ${LIKE}`
const UNCLEAR = `This amount can be read in more than one way. ${LIKE}`
const DECIMALS = `Amount must have at most two decimals. ${LIKE}`
const CURRENCY = 'Amounts are in US dollars. Type the number alone.'
const SIGNED = 'Type the amount without a plus sign.'
const LARGE = `Amount must be ${formatMoney(toDollars(MAX_CENTS))} or less`

/** Spaces that separate thousands in many countries: the common one, no-break, thin, figure and narrow. */
const SPACE = /[ \u00a0\u2007\u2009\u202f]/g
const APOSTROPHE = /['’`´]/g
/** 1,234,567 with any one separator. */
const GROUPED = /^[1-9]\d{0,2}(?:(?<mark>[ ',.])\d{3})(?:\k<mark>\d{3})*$/
const DOLLARS = /^(?:\$|US ?\$|USD)? *(?<number>.*?) *(?:\$|USD)?$/i
const OTHER_CURRENCY = /(?!\$)\p{Sc}|^[A-Z]{3} ?\d|\d ?[A-Z]{3}$|^[A-Z]{1,2}\$/iu

/** Whole dollars from digits, grouped or not; null if the groups do not have three digits. */
const wholeOf = (text: string, decimal: string): string | null => {
  if (/^\d+$/.test(text)) return text
  const mark = GROUPED.exec(text)?.groups?.mark
  return mark === undefined || mark === decimal ? null : text.replaceAll(mark, '')
}

/** 'whole.fraction' with a point, or the reason why the number is unclear. */
const readNumber = (text: string): { plain: string } | { problem: string } => {
  if (!/^[\d.,' ]+$/.test(text) || !/\d/.test(text)) return { problem: NO_NUMBER }
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) {
    const whole = wholeOf(text, '')
    return whole === null ? { problem: UNCLEAR } : { plain: whole }
  }
  const mark = text.charAt(last)
  const before = text.slice(0, last)
  const after = text.slice(last + 1)
  const isDecimal = /^\d{1,2}$/.test(after) || (after === '' && mark === '.')
  if (isDecimal) {
    const whole = before === '' ? '0' : wholeOf(before, mark)
    return whole === null ? { problem: UNCLEAR } : { plain: `${whole}.${after}` }
  }
  // A comma before three digits separates thousands in the United States; a single point is ambiguous.
  const whole = mark === ',' || before.includes('.') ? wholeOf(text, '') : null
  if (whole !== null) return { plain: whole }
  const isLong = /^\d{3,}$/.test(after) && wholeOf(before || '0', mark) !== null
  return { problem: isLong && (/^0*$/.test(before) || after.length > 3 || before.length > 3) ? DECIMALS : UNCLEAR }
}

/** Reads a typed or pasted amount of dollars; ambiguous input is refused, never guessed (R117). */
export const readMoney = (typed: string, { positive = POSITIVE } = {}): TypedMoney => {
  const refuse = (problem: string): TypedMoney => ({ cents: null, problem })
  const text = plainDigits(typed).replace(SPACE, ' ').replace(APOSTROPHE, "'").trim()
  if (text === '') return refuse(positive)
  const unsigned = text.replace(/^(?:\((.*)\)|[-+] ?(.*))$/, '$1$2')
  const number = (DOLLARS.exec(unsigned)?.groups?.number ?? unsigned).replace(/^[-+] ?/, '')
  const read = readNumber(number)
  if ('problem' in read) return refuse(OTHER_CURRENCY.test(number) ? CURRENCY : read.problem)
  if (/^[(-]|^[^\d.,]*-/.test(text)) return refuse(positive)
  if (text.includes('+')) return refuse(SIGNED)
  const dollars = Number(read.plain)
  if (dollars > toDollars(MAX_CENTS)) return refuse(LARGE)
  const cents = fromDollars(dollars)
  return cents === null || cents <= 0 ? refuse(positive) : { cents, problem: null }
}
