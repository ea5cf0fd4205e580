import type { UploadResult } from '../../../modules/payors/contract.ts'
import { saveFile } from '../../ui/save-file.ts'

/** An apostrophe keeps a spreadsheet from running the cell as a formula; an upload removes it. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The rejected rows as in their file, each with its reason, to be corrected and uploaded again. Begins with a byte order mark, so that spreadsheets
 * read UTF-8. Null if no row was rejected.
 */
export const rejectedCsv = ({ errors, rejected }: Pick<UploadResult, 'errors' | 'rejected'>): string | null => {
  if (!rejected || rejected.rows.length === 0) return null
  const known = rejected.header.map((title) => title.trim().toLowerCase())
  // Rows that are rejected again get new reasons.
  const kept = rejected.header.map((_, i) => i).filter((i) => known[i] !== 'reason')
  const line = (cells: readonly string[], reason: string) => [...kept.map((i) => cells[i] ?? ''), reason].map(cell).join(',')
  const rows = rejected.rows.map((cells, i) => line(cells, errors[i]?.error ?? ''))
  return `\ufeff${[line(rejected.header, 'reason'), ...rows].join('\r\n')}\r\n`
}

export const saveCsv = (name: string, text: string): void => {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
