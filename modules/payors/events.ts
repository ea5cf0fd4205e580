import type { LocalDate } from '../kernel/dates.ts'
import type { DomainEvent } from '../kernel/decider.ts'
import type { NetworkId, PayorId, ProgramId, UploadId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { UploadType } from './contract.ts'

/** What is personal about a payor: sealed in the log under that payor's own key. */
export type Person = Readonly<{
  /** null for a congregation, which has a name alone. */
  firstName: string | null
  lastName: string | null
  name: string
  email: string | null
  phone: string | null
  dob: LocalDate | null
  gender: string | null
  contactName: string | null
}>

export type Kind = 'individual' | 'congregation'

/** A payor with everything that is known; `person` is sealed in the log. */
export type MemberDetails = Readonly<{
  memberId: PayorId
  kind: Kind
  person: Person
  memberSince: LocalDate | null
  congregationId: PayorId | null
}>

/** The row of the upload that said so; uploads of before noted none, and neither does a congregation that a member's row founded. */
type FromRow = Readonly<{ row?: number }>

/** The revision of somebody who came by an upload, whose own stream begins with the first change. */
export const NO_STREAM_YET = -1

/** Kept for ever. Never change a shape here; add an event and let `evolve` read both. In the member's own stream. */
export type PayorEvent =
  /** By hand; whoever came by an upload stands in an event of that upload. */
  | DomainEvent<'MemberAdded', MemberDetails & { networkId: NetworkId }>
  | DomainEvent<'MemberChanged', MemberDetails & { networkId: NetworkId } & FromRow>
  /** The key of the person is gone: money and history stay, without a name. */
  | DomainEvent<'MemberForgotten', { memberId: PayorId; networkId: NetworkId }>

/**
 * An upload's own streams: who came with it, and who was put on a program's list. Bills follow from it, at once or when a
 * profile is attached. New members come many in one event: a list of 60,000 is 120 events, not 60,000.
 */
export type UploadEvent =
  | DomainEvent<'UploadStarted', { uploadId: UploadId; networkId: NetworkId; programId: ProgramId; uploadType: UploadType; slices: number }>
  | DomainEvent<'MembersRegistered', { uploadId: UploadId; networkId: NetworkId; members: readonly (MemberDetails & FromRow)[] }>
  | DomainEvent<'PayorsEnrolled', { uploadId: UploadId; networkId: NetworkId; programId: ProgramId; payors: readonly EnrolledPayor[] }>
  /** By hand, in a stream as an upload of one row would have; `uploadId` is that of this stream. */
  | DomainEvent<'PayorEnrolled', { uploadId: UploadId; networkId: NetworkId; programId: ProgramId; payor: EnrolledPayor }>
  /** Taken off the program by hand, until the payor is enrolled again; in a stream of its own, as `PayorEnrolled`. */
  | DomainEvent<'PayorRemoved', { uploadId: UploadId; networkId: NetworkId; programId: ProgramId; payorId: PayorId; openBills: 'keep' | 'archive' }>

/** `amount` is the row's own in a Custom program, else null: the program's default. */
export type EnrolledPayor = Readonly<{ payorId: PayorId; kind: Kind; amount: Cents | null }>
