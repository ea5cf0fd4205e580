import type { UploadResult } from '../../../modules/payors/contract.ts'
import { saveFile } from '../../ui/save-file.ts'

/** What a spreadsheet would run is kept text by an apostrophe, which an upload takes off again. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The rejected rows as they stood in their file, each with the reason at its end, to be corrected and uploaded again.
 * It begins with the mark by which spreadsheets know UTF-8. Null where there is none.
 */
export const rejectedCsv = ({ errors, rejected }: Pick<UploadResult, 'errors' | 'rejected'>): string | null => {
  if (!rejected || rejected.rows.length === 0) return null
  const known = rejected.header.map((title) => title.trim().toLowerCase())
  // A file of rejected rows that is rejected again gets its reasons anew.
  const kept = rejected.header.map((_, i) => i).filter((i) => known[i] !== 'reason')
  const line = (cells: readonly string[], reason: string) => [...kept.map((i) => cells[i] ?? ''), reason].map(cell).join(',')
  const rows = rejected.rows.map((cells, i) => line(cells, errors[i]?.error ?? ''))
  return `\ufeff${[line(rejected.header, 'reason'), ...rows].join('\r\n')}\r\n`
}

export const saveCsv = (name: string, text: string): void => {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
