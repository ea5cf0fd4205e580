export const uploadTypes = ['individualMembers', 'congregations'] as const
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const uploadTexts = {
  wrongType: 'Invalid file type. Please select a CSV file.',
  tooLarge: 'File size exceeds 5MB limit.',
  empty: 'Please select a non-empty file.',
  failed: 'Upload failed. Please try again.',
  backWithBill: 'They are on the program again. Their bill for this period already exists.',
  noBills: 'Bills could not be generated. Please make sure a payment profile is set up and attached.',
} as const

/** The action of an upload on a row. 'same': nothing has changed. 'duplicate': a row above names the same payor. */
export const rowActions = ['new', 'changed', 'same', 'duplicate', 'ambiguous', 'rejected'] as const
export const memberKinds = ['individual', 'congregation'] as const
export const payorColumns = ['name', 'balance'] as const
export const POSSIBLE_DUPLICATE = 'possible-duplicate'
