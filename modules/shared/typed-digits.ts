/** The zeros of the digits that keyboards of other scripts and full-width input methods type: Arabic, Persian, Devanagari, Bengali, full-width. */
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
export const plainDigits = (typed: string): string => Array.from(typed.replace(INVISIBLE, '').trim(), western).join('')

/** A count, such as days: digits only; null for anything else. */
export const readCount = (typed: string): number | null => {
  const digits = plainDigits(typed)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
