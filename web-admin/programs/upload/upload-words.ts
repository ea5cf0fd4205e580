import type { RowAction, UploadState } from '../../../modules/payors/contract.ts'
import { MAX_UPLOAD_BYTES, uploadTexts } from '../../../modules/payors/values.ts'

export const count = (number: number): string => number.toLocaleString('en-US')
export const many = (number: number, one: string): string => `${count(number)} ${one}${number === 1 ? '' : 's'}`

/** '1 row was', '3 rows were'. */
export const manyWere = (number: number, one: string): string => `${many(number, one)} ${number === 1 ? 'was' : 'were'}`

/** The effect of an upload on a row; the order is that of the list. */
export const actionLabels: Record<RowAction, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Matched',
  duplicate: 'Duplicate',
  ambiguous: 'Ambiguous',
  rejected: 'Rejected',
}

/** '12 seconds left', '2 minutes left'; 'almost done' once no row is left; null while there is no estimate. */
export const timeLeft = ({ rows, done, secondsLeft }: Pick<UploadState, 'rows' | 'done' | 'secondsLeft'>): string | null => {
  if (done >= rows) return 'almost done'
  if (secondsLeft === null) return null
  return secondsLeft < 90 ? `${many(Math.max(1, secondsLeft), 'second')} left` : `${many(Math.round(secondsLeft / 60), 'minute')} left`
}

/**
 * True if the file's encoding is certain (UTF-8 or UTF-16). The server has to guess any other encoding, and may be
 * wrong.
 */
export const isUnicode = async (file: Pick<File, 'arrayBuffer'>): Promise<boolean> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mark = `${bytes[0]} ${bytes[1]}`
  if (mark === '255 254' || mark === '254 255') return true
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\ufffd')
  } catch {
    return false
  }
}

/** Why a file cannot be uploaded, or null. */
export const fileProblem = (file: Pick<File, 'name' | 'type' | 'size'>): string | null => {
  if (!/\.csv$/i.test(file.name) && file.type !== 'text/csv') return uploadTexts.wrongType
  if (file.size > MAX_UPLOAD_BYTES) return uploadTexts.tooLarge
  return file.size === 0 ? uploadTexts.empty : null
}
