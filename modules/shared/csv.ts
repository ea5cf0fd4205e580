/** By this mark at the beginning spreadsheets know that a file is UTF-8. */
export const CSV_MARK = '\ufeff'

const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Where a spreadsheet sees the beginning of a formula: at the beginning of a cell, and after what some locales of Excel take for the end of
 * one although it is quoted: a semicolon, a tab, a line end. Japanese ones know full-width signs too.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g

/** A formula is kept text by an apostrophe, which an upload takes off again at the beginning of a cell; numbers stay numbers. */
const cell = (text: string): string => {
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "$1'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One record with its line end (RFC 4180); null is an empty cell. */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map((text) => (text === null ? '' : cell(text))).join(',')}\r\n`
