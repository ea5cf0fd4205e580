import { MAX_UPLOAD_BYTES, uploadTexts } from '../../../modules/members/values.ts'

/** What is wrong with a chosen file, or null. */
export const fileProblem = (file: Pick<File, 'name' | 'type' | 'size'>): string | null => {
  if (!/\.csv$/i.test(file.name) && file.type !== 'text/csv') return uploadTexts.wrongType
  if (file.size > MAX_UPLOAD_BYTES) return uploadTexts.tooLarge
  return file.size === 0 ? uploadTexts.empty : null
}
