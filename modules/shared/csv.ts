/** The byte order mark by which spreadsheets recognise UTF-8. */
export const CSV_MARK = '\ufeff'

const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * The places where a spreadsheet sees the beginning of a formula: at the beginning of a cell, and after characters that
 * some locales of Excel take for the cell's end even inside quotation marks: a semicolon, a tab, a line end. Japanese
 * locales recognise full-width signs, too.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g

/**
 * An apostrophe makes a spreadsheet show a formula as text; an upload removes it from the beginning of a cell. Numbers
 * stay numbers.
 */
const cell = (text: string): string => {
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "$1'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One record with its line end (RFC 4180); null is an empty cell. */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map((text) => (text === null ? '' : cell(text))).join(',')}\r\n`
