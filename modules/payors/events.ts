import { z } from 'zod'
import type { LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, eventsOf, foldOf, sealed, sentenceOf, text } from '../kernel/events.ts'
import type { NetworkId, PayorId, ProgramId, UploadId } from '../kernel/ids.ts'
import { webhookEvent } from '../webhooks/contract.ts'
import { UploadType } from './contract.ts'

const Person = z.object({
  /** null for a congregation, which has only a name. */
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dob: text<LocalDate>().nullable(),
  gender: z.string().nullable(),
  contactName: z.string().nullable(),
})
export type Person = Readonly<z.output<typeof Person>>

const Kind = z.enum(['individual', 'congregation'])
export type Kind = z.output<typeof Kind>

const onPayor = { memberId: text<PayorId>() }
const inNetwork = { networkId: text<NetworkId>() }
/** All details of a payor; `person` is sealed under the payor's own key. */
const details = {
  ...onPayor,
  kind: Kind,
  person: sealed(Person),
  memberSince: text<LocalDate>().nullable(),
  congregationId: text<PayorId>().nullable(),
}
const MemberDetails = z.object(details)
export type MemberDetails = Readonly<z.output<typeof MemberDetails>>

/** The row of the upload; absent in older uploads, and for a congregation founded by a member's row. */
const fromRow = { row: z.int().exactOptional() }

/** The revision of an uploaded payor, whose own stream begins with the first change. */
export const NO_STREAM_YET = -1

/** null: unknown id. */
export type PayorState = MemberDetails | 'forgotten' | null

const event = eventsOf<PayorState>()

/** The events of a payor's own stream. Kept for ever: a shape only gets optional fields; otherwise add an event. */
export const payorEvents = {
  /** Added by hand; uploaded payors are in an event of their upload. */
  MemberAdded: event(z.object({ ...details, ...inNetwork }), {
    icon: 'user-plus',
    says: 'Registered',
    evolve: (_, data) => data,
    webhook: ({ memberId, kind }) => webhookEvent('payor.entered', { payorId: memberId, kind }),
  }),
  MemberChanged: event(z.object({ ...details, ...inNetwork, ...fromRow }), {
    icon: 'pencil',
    says: (_, { before }) => (before === null ? 'Registered' : 'Details changed'),
    evolve: (_, data) => data,
    webhook: ({ memberId, kind }) => webhookEvent('payor.changed', { payorId: memberId, kind }),
  }),
  /** The person's key is deleted: money and history stay, without a name. */
  MemberForgotten: event(z.object({ ...onPayor, ...inNetwork }), {
    icon: 'user-cross',
    says: 'Forgotten',
    evolve: () => 'forgotten',
    webhook: ({ memberId }) => webhookEvent('payor.forgotten', { payorId: memberId }),
  }),
}
export type PayorEvent = EventOf<typeof payorEvents>
export const payorFold = foldOf<PayorState, typeof payorEvents>(payorEvents)
export const payorSentence = sentenceOf(payorEvents)

/** `amount`: the row's amount in a Custom program; null for the program's default. */
const EnrolledPayor = z.object({ payorId: text<PayorId>(), kind: Kind, amount: cents.nullable() })
export type EnrolledPayor = Readonly<z.output<typeof EnrolledPayor>>

const ofUpload = { uploadId: text<UploadId>(), ...inNetwork }
const onProgram = { ...ofUpload, programId: text<ProgramId>() }
const uploadEvent = eventsOf<null>()

/**
 * The events of an upload's streams: the payors that it registered, and those enrolled in a program. Bills follow at
 * once, or when a profile is attached. One event holds many new members: a list of 60,000 is 120 events.
 */
export const uploadEvents = {
  UploadStarted: uploadEvent(z.object({ ...onProgram, uploadType: UploadType, slices: z.int() }), {
    icon: 'upload',
    says: 'Upload began',
    webhook: null,
  }),
  MembersRegistered: uploadEvent(z.object({ ...ofUpload, members: z.array(MemberDetails.extend(fromRow)).readonly() }), {
    icon: 'upload',
    says: 'Payors registered by an upload',
    webhook: ({ members }) => members.flatMap(({ memberId, kind }) => webhookEvent('payor.entered', { payorId: memberId, kind })),
  }),
  PayorsEnrolled: uploadEvent(z.object({ ...onProgram, payors: z.array(EnrolledPayor).readonly() }), {
    icon: 'upload',
    says: 'Payors enrolled in the program by an upload',
    webhook: null,
  }),
  /** By hand, in a stream like that of an upload with one row; `uploadId` is that stream's. */
  PayorEnrolled: uploadEvent(z.object({ ...onProgram, payor: EnrolledPayor }), {
    icon: 'user-plus',
    says: 'Payor put on the program by hand',
    webhook: null,
  }),
  /** Removed from the program by hand, until enrolled again; one stream each, as for `PayorEnrolled`. */
  PayorRemoved: uploadEvent(z.object({ ...onProgram, payorId: text<PayorId>(), openBills: z.enum(['keep', 'archive']) }), {
    icon: 'user-minus',
    says: 'Payor taken off the program',
    webhook: null,
  }),
}
export type UploadEvent = EventOf<typeof uploadEvents>
