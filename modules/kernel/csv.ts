/** By this mark at the beginning spreadsheets know that a file is UTF-8. */
export const CSV_MARK = '\ufeff'

const NUMBER = /^-?\d+(\.\d+)?$/

/** What a spreadsheet would run is kept text by an apostrophe, which an upload takes off again; numbers stay numbers. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One record with its line end (RFC 4180); null is an empty cell. */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map((text) => (text === null ? '' : cell(text))).join(',')}\r\n`
