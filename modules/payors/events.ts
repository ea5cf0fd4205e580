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
/** All details of a payor. `person` is encrypted with the payor's own key. */
const details = {
  ...onPayor,
  kind: Kind,
  person: sealed(Person),
  memberSince: text<LocalDate>().nullable(),
  congregationId: text<PayorId>().nullable(),
}
const MemberDetails = z.object(details)
export type MemberDetails = Readonly<z.output<typeof MemberDetails>>

/**
 * The row of the upload. Absent in old uploads, and for a congregation that was made because a member's row names it.
 */
const fromRow = { row: z.int().exactOptional() }

/** The revision of an uploaded payor without changes: the payor's own stream begins with the first change. */
export const NO_STREAM_YET = -1

/** Null if the id is unknown. */
export type PayorState = MemberDetails | 'forgotten' | null

const event = eventsOf<PayorState>()

/**
 * The events of a payor's own stream. They are kept forever, so the shape of an event may only gain optional fields.
 * For any other change, add an event.
 */
export const payorEvents = {
  /** Added by hand. Uploaded payors are registered by an event of their upload. */
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
  /** The person's key is deleted. Money and history stay, without a name. */
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

/** `amount`: the amount in the row, for a Custom program; null for the program's amount. */
const EnrolledPayor = z.object({ payorId: text<PayorId>(), kind: Kind, amount: cents.nullable() })
export type EnrolledPayor = Readonly<z.output<typeof EnrolledPayor>>

const ofUpload = { uploadId: text<UploadId>(), ...inNetwork }
const onProgram = { ...ofUpload, programId: text<ProgramId>() }
const uploadEvent = eventsOf<null>()

/**
 * The events of an upload: the payors that it registered, and the payors that it enrolled in a program. The bills
 * follow at once, or when a profile is attached. An event holds many members: a list of 60,000 needs only 120 events.
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
  /** Enrolled by hand, in a stream like that of an upload with one row; `uploadId` is the id of that stream. */
  PayorEnrolled: uploadEvent(z.object({ ...onProgram, payor: EnrolledPayor }), {
    icon: 'user-plus',
    says: 'Payor put on the program by hand',
    webhook: null,
  }),
  /**
   * Removed from the program by hand, until enrolled again. Each removal has its own stream, like each `PayorEnrolled`.
   */
  PayorRemoved: uploadEvent(z.object({ ...onProgram, payorId: text<PayorId>(), openBills: z.enum(['keep', 'archive']) }), {
    icon: 'user-minus',
    says: 'Payor taken off the program',
    webhook: null,
  }),
}
export type UploadEvent = EventOf<typeof uploadEvents>
