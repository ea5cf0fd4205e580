import { stringify, v5 } from 'uuid'
import type { LocalDate } from '../kernel/dates.ts'
import type { DomainEvent } from '../kernel/decider.ts'
import type { MemberId, NetworkId, ProgramId, UploadId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { nameKey } from '../kernel/names.ts'
import { type Append, type Appended, Conflict, type EventStore, type StreamName } from '../platform/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { type InstallationKeys, type PersonalData, sealedField } from '../platform/personal-data.ts'
import { type UploadResult, type UploadType, uploadTexts } from './contract.ts'
import { readCsv } from './csv.ts'
import type { EnrolledPayor, Kind, MemberEvent, Person, UploadEvent } from './events.ts'
import { type Entry, type KnownPayor, matchRow, merge } from './match.ts'
import { type PayorRow, readRow } from './read-row.ts'

/** Rows that are written together: large enough to be fast, small enough that memory stays flat. */
const SLICE_ROWS = 1000
const SLICES_UNDER_WAY = 2
/** How long an upload waits until every list shows its bills. */
const PATIENCE_MS = 120_000

export type UploadProgram = Readonly<{
  id: ProgramId
  networkId: NetworkId
  hasProfile: boolean
  customAmounts: boolean
  amount: Cents
  /** Due date of the period that bills are made for now. */
  dueDate: LocalDate
}>

export type BillToIssue = EnrolledPayor & Readonly<{ n: number }>

export type UploadDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  keys: InstallationKeys
  /** One upload at a time in a network: each sees what the one before has brought. */
  exclusively: <Result>(networkId: NetworkId, work: () => Promise<Result>) => Promise<Result>
  payorsNamed: (networkId: NetworkId, kind: Kind, nameKeys: readonly string[]) => Promise<readonly KnownPayor[]>
  /** The slots that payors have in a period: how many archived bills, and whether one is in force. */
  slotsOf: (programId: ProgramId, period: LocalDate, payors: readonly MemberId[]) => Promise<ReadonlyMap<string, { n: number; taken: boolean }>>
  billAppends: (program: UploadProgram, payors: readonly BillToIssue[], circumstances: Circumstances) => readonly Append[]
  settled: (appended: readonly Appended[], patience: number) => Promise<boolean>
}>

export type UploadCommand = Readonly<{
  uploadId: UploadId
  program: UploadProgram
  uploadType: UploadType
  bytes: Buffer
  circumstances: Circumstances
}>

type Action = { kind: 'new' | 'changed' | 'same' | 'duplicate'; payorId: MemberId; row: PayorRow; append: Omit<MemberWrite, 'row'> | null }
type MemberWrite = { stream: StreamName; event: MemberEvent; expect: 'none' | number }

/**
 * The same person in the same network gets the same id, so that a repeated upload finds the stream taken. Keyed: the
 * id tells nothing about the person.
 */
const memberIdOf = (
  keys: InstallationKeys,
  networkId: NetworkId,
  kind: Kind,
  key: string,
  { email, phone, dob }: Pick<Person, 'email' | 'phone' | 'dob'>,
): MemberId => {
  const bytes = Uint8Array.from(keys.memberDigest(networkId, kind, key, email ?? '', phone ?? '', dob ?? ''))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return stringify(bytes) as MemberId
}

const congregationOf = (name: string): Person => ({
  firstName: null,
  lastName: null,
  name,
  email: null,
  phone: null,
  dob: null,
  gender: null,
  contactName: null,
})

/** Uploads a member list: who is new is registered, who is known is brought up to date, and everybody gets one bill. */
export const uploadMembers = (dependencies: UploadDependencies) => {
  const { store, personal, keys, exclusively, payorsNamed, slotsOf, billAppends, settled } = dependencies
  const { encode } = sealedField<MemberEvent>(personal, 'memberId', 'person')

  const directoryOf = async (networkId: NetworkId, kind: Kind, nameKeys: readonly string[]) => {
    const directory = new Map<string, Entry[]>()
    for (const payor of await payorsNamed(networkId, kind, [...new Set(nameKeys)])) {
      const entry = { payor, row: null }
      const same = directory.get(payor.nameKey)
      if (same) same.push(entry)
      else directory.set(payor.nameKey, [entry])
    }
    return directory
  }

  /** The congregations that the rows name, and what must be written for the new ones. */
  const planCongregations = async (networkId: NetworkId, rows: readonly PayorRow[]) => {
    const names = new Map<string, string>()
    for (const { congregation } of rows)
      if (congregation && nameKey(congregation)) names.set(nameKey(congregation), names.get(nameKey(congregation)) ?? congregation)
    const ids = new Map<string, MemberId>()
    for (const { nameKey: key, id } of await payorsNamed(networkId, 'congregation', [...names.keys()])) if (!ids.has(key)) ids.set(key, id)
    const writes: MemberWrite[] = []
    for (const [key, name] of names) {
      if (ids.has(key)) continue
      const person = congregationOf(name)
      const memberId = memberIdOf(keys, networkId, 'congregation', key, person)
      ids.set(key, memberId)
      writes.push({
        stream: `member-${memberId}`,
        event: { type: 'MemberRegistered', data: { memberId, networkId, kind: 'congregation', person, memberSince: null, congregationId: null } },
        expect: 'none',
      })
    }
    return { idOf: (name: string | null) => (name ? (ids.get(nameKey(name)) ?? null) : null), writes }
  }

  /** Decides what each row means, against who is known and the rows above it. Writes nothing. */
  const plan = (
    networkId: NetworkId,
    rows: readonly PayorRow[],
    directory: Map<string, Entry[]>,
    congregationIdOf: (name: string | null) => MemberId | null,
  ) => {
    const actions: Action[] = []
    const warnings: string[] = []
    let ambiguous = 0
    for (const row of rows) {
      const warn = (note: string) => warnings.push(`Row ${row.row} (${row.person.name}): ${note}.`)
      for (const note of row.notes) warn(note)
      const candidates = directory.get(row.nameKey) ?? []
      const match = matchRow(candidates, row)
      if (match.ambiguous) {
        ambiguous += 1
        warn('several members could be meant, so the row was skipped')
        continue
      }
      const congregationId = congregationIdOf(row.congregation)
      if (!match.found) {
        const { kind, person, memberSince, nameKey: key } = row
        const id = memberIdOf(keys, networkId, kind, key, person)
        const entry: Entry = { payor: { id, kind, nameKey: key, person, memberSince, congregationId, revision: 0 }, row: row.row }
        if (candidates.length > 0) candidates.push(entry)
        else directory.set(key, [entry])
        const event: MemberEvent = { type: 'MemberRegistered', data: { memberId: id, networkId, kind, person, memberSince, congregationId } }
        actions.push({ kind: 'new', payorId: id, row, append: { stream: `member-${id}`, event, expect: 'none' } })
        continue
      }
      const { found } = match
      if (found.row !== null) {
        warn(`the same person as in row ${found.row}`)
        actions.push({ kind: 'duplicate', payorId: found.payor.id, row, append: null })
        continue
      }
      found.row = row.row
      const { notes, ...merged } = merge(found.payor, row, congregationId)
      for (const note of notes) warn(note)
      const { id, revision } = found.payor
      const event: MemberEvent = { type: 'MemberChanged', data: { memberId: id, ...merged } }
      actions.push(
        notes.length === 0
          ? { kind: 'same', payorId: id, row, append: null }
          : { kind: 'changed', payorId: id, row, append: { stream: `member-${id}`, event, expect: revision } },
      )
      found.payor = { ...found.payor, ...merged }
    }
    return { actions, warnings, ambiguous }
  }

  const memberAppends = async (writes: readonly MemberWrite[], circumstances: Circumstances): Promise<Append[]> => {
    const encoded = await encode(writes.map(({ event }) => event))
    return writes.map(({ stream, expect }, i) => ({
      stream,
      events: eventsFor(stream, expect === 'none' ? 0 : expect + 1, [encoded[i] as DomainEvent], circumstances),
      expect,
    }))
  }

  return async ({ uploadId, program, uploadType, bytes, circumstances }: UploadCommand): Promise<UploadResult> => {
    const { rows: records, warnings: fileWarnings } = await readCsv(bytes, uploadType)
    const read = records.map((record) => readRow(record, uploadType, program.customAmounts))
    const rows = read.flatMap((row) => ('error' in row ? [] : [row]))
    const errors = read.flatMap((row) => ('error' in row ? [row] : []))
    const kind: Kind = uploadType === 'congregations' ? 'congregation' : 'individual'
    const { networkId } = program

    return exclusively(networkId, async () => {
      const congregations = await planCongregations(networkId, kind === 'individual' ? rows : [])
      const directory = await directoryOf(
        networkId,
        kind,
        rows.map((row) => row.nameKey),
      )
      const { actions, warnings, ambiguous } = plan(networkId, rows, directory, congregations.idOf)
      const last = new Map<string, Appended>()
      const tally = { created: 0, duplicates: 0, skipped: ambiguous }

      const started: UploadEvent = {
        type: 'UploadStarted',
        data: { uploadId, networkId, programId: program.id, uploadType, slices: Math.ceil(actions.length / SLICE_ROWS) },
      }
      const firstOf = (stream: StreamName, event: UploadEvent): Append => ({
        stream,
        events: eventsFor(stream, 0, [event], circumstances),
        expect: 'none',
      })
      /** Each slice has a stream of its own, so that none has to wait for another. */
      const enrol = (slice: readonly Action[], i: number): Append => {
        const payors = slice.filter(({ kind: what }) => what !== 'duplicate').map(({ payorId, row }) => ({ payorId, kind, amount: row.amount }))
        return firstOf(enrolmentStream(uploadId, i), { type: 'PayorsEnrolled', data: { uploadId, networkId, programId: program.id, payors } })
      }

      const remember = (answers: readonly (Appended | Conflict)[]) => {
        for (const answer of answers) {
          if (answer instanceof Conflict) continue
          const category = answer.stream.slice(0, 4)
          const furthest = last.get(category)
          if (!furthest || furthest.position < answer.position) last.set(category, answer)
        }
      }

      remember(await store.appendEach([firstOf(`upload-${uploadId}`, started), ...(await memberAppends(congregations.writes, circumstances))]))

      const writeSlice = async (slice: readonly Action[], number: number) => {
        const members = await memberAppends(
          slice.flatMap(({ append }) => (append ? [append] : [])),
          circumstances,
        )
        const fresh = slice.filter(({ kind: what }) => what !== 'duplicate')
        tally.duplicates += program.hasProfile ? slice.length - fresh.length : 0
        let bills: readonly Append[] = []
        if (program.hasProfile) {
          const known = fresh.filter(({ kind: what }) => what !== 'new').map(({ payorId }) => payorId)
          const slots = known.length > 0 ? await slotsOf(program.id, program.dueDate, known) : new Map<string, { n: number; taken: boolean }>()
          const open = fresh.filter(({ payorId }) => !slots.get(payorId)?.taken)
          tally.duplicates += fresh.length - open.length
          bills = billAppends(
            program,
            open.map(({ payorId, row }) => ({ payorId, kind, amount: row.amount, n: slots.get(payorId)?.n ?? 0 })),
            circumstances,
          )
        }
        const answers = await store.appendEach([...members, enrol(slice, number), ...bills])
        remember(answers)
        for (const answer of answers.slice(members.length + 1)) tally[answer instanceof Conflict ? 'duplicates' : 'created'] += 1
      }

      const underWay = new Set<Promise<void>>()
      for (let from = 0; from < actions.length; from += SLICE_ROWS) {
        const writing = writeSlice(actions.slice(from, from + SLICE_ROWS), from / SLICE_ROWS)
        underWay.add(writing)
        const done = writing.finally(() => underWay.delete(writing))
        if (underWay.size >= SLICES_UNDER_WAY) await done
        else done.catch(() => {})
      }
      await Promise.all(underWay)
      await settled([...last.values()], PATIENCE_MS)

      return {
        success: actions.length > 0,
        membersUploaded: actions.length,
        billGeneration: program.hasProfile ? tally : null,
        billsGenerated: program.hasProfile ? tally.created : 0,
        billGenerationError: program.hasProfile ? null : uploadTexts.noBills,
        errors,
        warnings: [...fileWarnings, ...warnings],
      }
    })
  }
}

/** Who was enrolled by one slice of an upload. */
export const enrolmentStream = (uploadId: string, slice: number): StreamName => `upload-${uploadId}.${slice}`

/** Uploads have an id from their cause: the same request sent again is the same upload. */
export const uploadIdOf = (cause: string): UploadId => v5(`upload/${cause}`, v5.URL) as UploadId
