import { z } from 'zod'
import { Mandate } from '../autopay/contract.ts'
import { Bill } from '../bills/contract.ts'
import { ApiDay, Instant } from '../kernel/date-schemas.ts'
import { PayorId, ProgramId } from '../kernel/ids.ts'
import { isDialable, nameKey } from '../kernel/names.ts'
import { INVISIBLE, isVisible } from '../kernel/visible.ts'
import { Message } from '../messages/contract.ts'
import { Payment } from '../payments/contract.ts'
import { Dollars, dataOf, order, PageQuery } from '../shared/api.ts'
import { HistoryRow } from '../shared/history.ts'
import { memberKinds, payorColumns, rowActions, uploadTypes } from './values.ts'

export const UploadType = z.enum(uploadTypes)
export type UploadType = z.infer<typeof UploadType>

export const MAX_UPLOAD_ROWS = 60_000
export const MAX_UPLOAD_COLUMNS = 100

export const RowAction = z.enum(rowActions)
export type RowAction = z.infer<typeof RowAction>

/** Most rows that a dry run lists one by one. */
export const PREVIEWED_ROWS = 1_000

export const PreviewRow = z.object({ row: z.number().int(), action: RowAction, name: z.string(), note: z.string() })
export type PreviewRow = z.infer<typeof PreviewRow>

export const UploadResult = z.object({
  success: z.boolean().meta({ example: true }),
  /** The number of accepted rows, including rows of payors already known. */
  membersUploaded: z.number().int().meta({ example: 2 }),
  billGeneration: z
    .object({
      created: z.number().int().meta({ example: 2 }),
      duplicates: z.number().int().meta({ example: 0 }),
      skipped: z.number().int().meta({ example: 0 }),
    })
    .nullable(),
  billsGenerated: z.number().int().meta({ example: 2 }),
  billGenerationError: z.string().nullable(),
  /** `row`: the number of the record; the header is 1. */
  errors: z.array(z.object({ name: z.string(), error: z.string().meta({ example: 'Invalid email address' }), row: z.number().int() })),
  warnings: z.array(z.string()).meta({ example: [] }),
  /** The rows in `errors`, as in the file, so that they can be corrected and uploaded again. */
  rejected: z
    .object({ header: z.array(z.string()).meta({ example: ['firstName', 'lastName', 'email'] }), rows: z.array(z.array(z.string())) })
    .optional(),
  actions: z
    .record(RowAction, z.number().int())
    .optional()
    .meta({ example: { new: 2, changed: 0, same: 0, duplicate: 0, ambiguous: 0, rejected: 1 } }),
  /** In a dry run: the first thousand rows. */
  rows: z.array(PreviewRow).optional(),
})
export type UploadResult = z.infer<typeof UploadResult>

/** The progress of an upload, during it and for a day afterwards. Only the upload's own answer contains names. */
export const UploadState = z.object({
  state: z.enum(['running', 'done', 'failed', 'interrupted']),
  rows: z.number().int(),
  done: z.number().int(),
  secondsLeft: z.number().int().nullable(),
  /** These three are null until the upload is done. */
  membersUploaded: z.number().int().nullable().meta({ example: 2 }),
  billsGenerated: z.number().int().nullable().meta({ example: 2 }),
  rejected: z.number().int().nullable(),
})
export type UploadState = z.infer<typeof UploadState>

const kind = z.enum(memberKinds)

export const MembersQuery = PageQuery.extend({
  search: z.string().trim().max(200).optional(),
  kind: kind.optional(),
  /** Only payors with an unarchived bill in this program. */
  assessmentProgramId: z.string().max(100).optional(),
  /** 'name': by last name, or by the single name of a congregation (R102). */
  orderBy: z.enum(payorColumns).default('name'),
  order: order.default('asc'),
})
export type MembersQuery = z.infer<typeof MembersQuery>

export const Member = z.object({
  id: PayorId,
  kind,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dob: z.string().nullable(),
  gender: z.string().nullable(),
  memberSince: z.string().nullable(),
  congregation: z.object({ id: PayorId, name: z.string() }).nullable(),
  balance: Dollars,
})
export type Member = z.infer<typeof Member>

/** A payor with all their bills and payments, newest first. */
export const MemberLedger = Member.extend({
  contactName: z.string().nullable(),
  bills: z.array(Bill),
  payments: z.array(Payment),
  /** The programs that the payor was removed from and is not enrolled in again. Empty as of an earlier moment. */
  leftPrograms: z.array(z.object({ id: ProgramId, name: z.string(), since: Instant })),
})
export type MemberLedger = z.infer<typeof MemberLedger>

export const HeldQuery = z.object({ format: z.enum(['json', 'csv'], { error: 'format must be json or csv' }).default('json') })
export const HeldAbout = z.object({
  network: z.object({ id: z.string(), name: z.string() }),
  details: Member.extend({ contactName: z.string().nullable() }),
  bills: z.array(Bill.extend({ history: z.array(HistoryRow) })),
  payments: z.array(Payment),
  mails: z.array(Message),
  /** Autopay for the payor's bills, ended or not. */
  autopay: z.array(Mandate),
  history: z.array(HistoryRow),
})
export type HeldAbout = z.infer<typeof HeldAbout>
export const HeldData = dataOf(z.object({ madeAt: Instant, payors: z.array(HeldAbout) }))

const name = (required: string, tooLong: string) =>
  z.string({ error: required }).trim().min(1, required).max(100, tooLong).refine(isVisible, INVISIBLE)
const text = (max: number, message: string) => z.string().trim().max(max, message)
const PHONE = 'Please enter a valid phone number'
const DATE = 'Please enter a date'

/** A change of a payor's details. A missing field stays as it is; an empty text removes the value. */
export const MemberChange = z.object({
  firstName: name('First name is required', 'First name must be 100 characters or less').nullish(),
  lastName: name('Last name is required', 'Last name must be 100 characters or less').nullish(),
  /** The single name of a congregation. */
  name: name('Name is required', 'Name must be 100 characters or less').nullish(),
  email: z
    .union([z.literal(''), text(254, 'Invalid email address').toLowerCase().pipe(z.email('Invalid email address'))], 'Invalid email address')
    .nullish(),
  phone: text(40, PHONE)
    .refine((phone) => phone === '' || isDialable(phone), PHONE)
    .nullish(),
  dob: z.union([z.literal(''), ApiDay(DATE)], DATE).nullish(),
  gender: text(40, 'Gender must be 40 characters or less').nullish(),
  memberSince: z.union([z.literal(''), ApiDay(DATE)], DATE).nullish(),
  contactName: text(100, 'Contact must be 100 characters or less').refine(isVisible, INVISIBLE).nullish(),
  /** For a member: one of the network's congregations, or an empty text for none. */
  congregationId: z.union([z.literal(''), z.string().max(100)], 'Please choose a congregation').nullish(),
})
export type MemberChange = z.infer<typeof MemberChange>

export const MOST_MATCHES = 10
/** The details of the error 409 `possible-duplicate`. */
export const PossibleDuplicate = z.object({ matches: Member.array() })
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

const NO_LETTERS = 'Enter a name that contains letters'

/**
 * A new payor, entered by hand. A member has a first and a last name, a congregation one name. Fields of the other kind
 * are ignored.
 */
export const NewMember = MemberChange.extend({
  kind: z.enum(kind.options, { error: 'Please choose a member or a congregation' }),
  /** Adds the payor although there are possible duplicates. */
  confirm: z.boolean('confirm must be true or false').nullish().meta({ example: false }),
}).superRefine(({ kind: is, firstName, lastName, name: only }, context) => {
  const needed = is === 'individual' ? ({ firstName, lastName } as const) : ({ name: only } as const)
  const required = { firstName: 'First name is required', lastName: 'Last name is required', name: 'Name is required' } as const
  for (const [field, value] of Object.entries(needed))
    if (!value) context.addIssue({ code: 'custom', path: [field], message: required[field as keyof typeof required] })
  const whole = Object.values(needed).join(' ')
  if (whole.trim() && !nameKey(whole)) context.addIssue({ code: 'custom', path: Object.keys(needed).slice(0, 1), message: NO_LETTERS })
})
export type NewMember = z.infer<typeof NewMember>
