import { MAX_UPLOAD_BYTES, uploadTexts } from '../../../modules/payors/values.ts'

/** True if the file's encoding is certain (UTF-8 or UTF-16). The server guesses any other, possibly wrongly. */
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
