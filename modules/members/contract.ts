import { z } from 'zod'
import { Dollars, PageQuery } from '../kernel/api.ts'
import { MemberId } from '../kernel/ids.ts'

export const UploadType = z.enum(['individualMembers', 'congregations'])
export type UploadType = z.infer<typeof UploadType>

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const MAX_UPLOAD_ROWS = 60_000
export const MAX_UPLOAD_COLUMNS = 100

export const uploadTexts = {
  wrongType: 'Invalid file type. Please select a CSV file.',
  tooLarge: 'File size exceeds 5MB limit.',
  empty: 'Please select a non-empty file.',
  failed: 'Upload failed. Please try again.',
  noBills: 'Bills could not be generated. Please make sure a payment profile is set up and attached.',
} as const

export const UploadResult = z.object({
  success: z.boolean(),
  /** Rows accepted, matched ones included. */
  membersUploaded: z.number().int(),
  billGeneration: z.object({ created: z.number().int(), duplicates: z.number().int(), skipped: z.number().int() }).nullable(),
  billsGenerated: z.number().int(),
  billGenerationError: z.string().nullable(),
  /** `row` is the record's number; the header is 1. */
  errors: z.array(z.object({ name: z.string(), error: z.string(), row: z.number().int() })),
  warnings: z.array(z.string()),
})
export type UploadResult = z.infer<typeof UploadResult>

export const MembersQuery = PageQuery.extend({
  search: z.string().trim().max(200).optional(),
  kind: z.enum(['individual', 'congregation']).optional(),
})

export const Member = z.object({
  id: MemberId,
  kind: z.enum(['individual', 'congregation']),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dob: z.string().nullable(),
  gender: z.string().nullable(),
  memberSince: z.string().nullable(),
  congregation: z.object({ id: MemberId, name: z.string() }).nullable(),
  balance: Dollars,
})
export type Member = z.infer<typeof Member>
