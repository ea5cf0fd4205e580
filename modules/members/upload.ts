import type { LocalDate } from '../kernel/dates.ts'
import type { MemberId, NetworkId, ProgramId, UploadId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { nameKey } from '../kernel/names.ts'
import { type Append, type Appended, Conflict, categoryOf, type EventStore, type Revision, type StreamName } from '../platform/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import type { InstallationKeys, PersonalData } from '../platform/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { type UploadResult, type UploadType, uploadTexts } from './contract.ts'
import { readCsv } from './csv.ts'
import type { EnrolledPayor, Kind, MemberDetails, MemberEvent, Person, UploadEvent } from './events.ts'
import { type Entry, type KnownPayor, matchRow, merge } from './match.ts'
import { type PayorRow, type RejectedRow, readRow } from './read-row.ts'

/** Rows that are written together: their one event of new members stays below the megabyte that a store takes. */
const SLICE_ROWS = 500
const SLICES_UNDER_WAY = 2
/** The revision of somebody whose own stream has not begun. */
const UNCHANGED = -1
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
  /** One upload at a time in a network: each ends when its members can be found, so the next one sees them. */
  exclusively: <Result>(networkId: NetworkId, work: () => Promise<Result>) => Promise<Result>
  payorsNamed: (networkId: NetworkId, kind: Kind, nameKeys: readonly string[]) => Promise<readonly KnownPayor[]>
  /** The slots that payors have in a period: how many archived bills, and whether one is in force. */
  slotsOf: (programId: ProgramId, period: LocalDate, payors: readonly MemberId[]) => Promise<ReadonlyMap<string, { n: number; taken: boolean }>>
  billAppends: (program: UploadProgram, payors: readonly BillToIssue[], circumstances: Circumstances) => readonly Append[]
  settled: (appended: readonly Appended[], patience: number) => Promise<boolean>
  /** Bills for everybody who is enrolled in a program and has none; null while the program has no profile. */
  generateBills: (programId: ProgramId, circumstances: Circumstances) => Promise<Readonly<{ created: number; shown: readonly Appended[] }> | null>
}>

export type UploadCommand = Readonly<{
  uploadId: UploadId
  program: UploadProgram
  uploadType: UploadType
  bytes: Buffer
  circumstances: Circumstances
}>

type Action = Readonly<{
  kind: 'new' | 'changed' | 'same' | 'duplicate'
  payorId: MemberId
  row: PayorRow
  /** What is written of somebody new or changed, and the revision of their own stream that a change builds on. */
  details: MemberDetails | null
  expect: Revision | 'none'
}>

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
): MemberId => keys.idDigest(networkId, kind, key, email ?? '', phone ?? '', dob ?? '') as MemberId

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
  const { store, personal, keys, exclusively, payorsNamed, slotsOf, billAppends, settled, generateBills } = dependencies

  /** Everybody who is known by a name that was asked for, so that rows of one name meet the same entries. */
  const openDirectory = (networkId: NetworkId, kind: Kind) => {
    const entries = new Map<string, Entry[]>()
    return {
      entries,
      learn: async (names: readonly string[]) => {
        const fresh = [...new Set(names)].filter((name) => !entries.has(name))
        for (const name of fresh) entries.set(name, [])
        for (const payor of await payorsNamed(networkId, kind, fresh)) entries.get(payor.nameKey)?.push({ payor, row: null })
      },
    }
  }

  /** The congregations that rows name; `learn` answers the new ones. */
  const openCongregations = (networkId: NetworkId) => {
    const ids = new Map<string, MemberId>()
    return {
      idOf: (name: string | null) => (name ? (ids.get(nameKey(name)) ?? null) : null),
      learn: async (rows: readonly PayorRow[]): Promise<MemberDetails[]> => {
        const names = new Map(
          rows.flatMap(({ congregation: name }) => (name && nameKey(name) && !ids.has(nameKey(name)) ? [[nameKey(name), name]] : [])),
        )
        for (const { nameKey: key, id } of await payorsNamed(networkId, 'congregation', [...names.keys()])) if (!ids.has(key)) ids.set(key, id)
        return [...names].flatMap(([key, name]): MemberDetails[] => {
          if (ids.has(key)) return []
          const person = congregationOf(name)
          const memberId = memberIdOf(keys, networkId, 'congregation', key, person)
          ids.set(key, memberId)
          return [{ memberId, kind: 'congregation', person, memberSince: null, congregationId: null }]
        })
      },
    }
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
        const entry: Entry = { payor: { id, kind, nameKey: key, person, memberSince, congregationId, revision: UNCHANGED }, row: row.row }
        if (candidates.length > 0) candidates.push(entry)
        else directory.set(key, [entry])
        actions.push({ kind: 'new', payorId: id, row, details: { memberId: id, kind, person, memberSince, congregationId }, expect: 'none' })
        continue
      }
      const { found } = match
      if (found.row !== null) {
        warn(`the same person as in row ${found.row}`)
        actions.push({ kind: 'duplicate', payorId: found.payor.id, row, details: null, expect: 'none' })
        continue
      }
      found.row = row.row
      const { notes, ...merged } = merge(found.payor, row, congregationId)
      for (const note of notes) warn(note)
      const { id, kind, revision } = found.payor
      const details = notes.length === 0 ? null : { memberId: id, kind, ...merged }
      actions.push({ kind: details ? 'changed' : 'same', payorId: id, row, details, expect: revision === UNCHANGED ? 'none' : revision })
      found.payor = { ...found.payor, ...merged }
    }
    return { actions, warnings, ambiguous }
  }

  /** Whoever is new comes in one event of the upload, whoever has changed in one of their own. All of them sealed. */
  const memberEvents = async (networkId: NetworkId, uploadId: UploadId, founded: readonly MemberDetails[], actions: readonly Action[]) => {
    const written = actions.filter(({ details }) => details !== null) as (Action & { details: MemberDetails })[]
    const all = [...founded, ...written.map(({ details }) => details)]
    const sealed = await personal.sealAll(all.map(({ memberId, person }) => ({ owner: memberId, value: person })))
    const entries = all.map((details, i) => ({ ...details, person: sealed[i] as unknown as Person }))
    const members = entries.filter((_, i) => i < founded.length || written[i - founded.length]?.kind === 'new')
    const registered: UploadEvent[] = members.length > 0 ? [{ type: 'MembersRegistered', data: { uploadId, networkId, members } }] : []
    const changes = written.flatMap(({ kind, expect }, i) => {
      const details = entries[founded.length + i]
      const change: MemberEvent[] = kind === 'changed' && details ? [{ type: 'MemberChanged', data: { networkId, ...details } }] : []
      return change.map((event) => ({ stream: `member-${event.data.memberId}` as StreamName, event, expect }))
    })
    return { registered, changes }
  }

  return async ({ uploadId, program, uploadType, bytes, circumstances }: UploadCommand): Promise<UploadResult> => {
    const table = await readCsv(bytes, uploadType)
    const kind: Kind = uploadType === 'congregations' ? 'congregation' : 'individual'
    const { networkId } = program

    return exclusively(networkId, async () => {
      const directory = openDirectory(networkId, kind)
      const congregations = openCongregations(networkId)
      const errors: RejectedRow[] = []
      const warnings = [...table.warnings]
      const tally = { created: 0, duplicates: 0, skipped: 0 }
      let accepted = 0
      const last = new Map<string, Appended>()
      const remember = (answers: readonly (Appended | Conflict)[]) => {
        for (const answer of answers) {
          if (answer instanceof Conflict) continue
          const category = categoryOf(answer.stream)
          const furthest = last.get(category)
          if (!furthest || furthest.position < answer.position) last.set(category, answer)
        }
      }
      const billsOf = async (fresh: readonly Action[]): Promise<readonly Append[]> => {
        const known = fresh.filter(({ kind: what }) => what !== 'new').map(({ payorId }) => payorId)
        const slots = known.length > 0 ? await slotsOf(program.id, program.dueDate, known) : new Map<string, { n: number; taken: boolean }>()
        const open = fresh.filter(({ payorId }) => !slots.get(payorId)?.taken)
        tally.duplicates += fresh.length - open.length
        const payors = open.map(({ payorId, row }) => ({ payorId, kind, amount: row.amount, n: slots.get(payorId)?.n ?? 0 }))
        return billAppends(program, payors, circumstances)
      }

      /** Writes what a slice of rows has decided. Each slice's enrolment has a stream of its own, so that none waits for another. */
      const write = async (actions: readonly Action[], founded: readonly MemberDetails[], slice: number) => {
        const fresh = actions.filter(({ kind: what }) => what !== 'duplicate')
        const payors = fresh.map(({ payorId, row }) => ({ payorId, kind, amount: row.amount }))
        const enrolled: UploadEvent = { type: 'PayorsEnrolled', data: { uploadId, networkId, programId: program.id, payors } }
        const { registered, changes } = await memberEvents(networkId, uploadId, founded, actions)
        const stream = enrolmentStream(uploadId, slice)
        const before: Append[] = [
          { stream, events: eventsFor(stream, 0, [...registered, enrolled], circumstances), expect: 'none' },
          ...changes.map(({ stream: own, event, expect }) => ({
            stream: own,
            events: eventsFor(own, expect === 'none' ? 0 : expect + 1, [event], circumstances),
            expect,
          })),
        ]
        tally.duplicates += actions.length - fresh.length
        const bills = program.hasProfile ? await billsOf(fresh) : []
        const answers = await store.appendEach([...before, ...bills])
        remember(answers)
        for (const answer of answers.slice(before.length)) tally[answer instanceof Conflict ? 'duplicates' : 'created'] += 1
      }

      const slices = Math.ceil(table.count / SLICE_ROWS)
      const started: UploadEvent = { type: 'UploadStarted', data: { uploadId, networkId, programId: program.id, uploadType, slices } }
      const stream: StreamName = `upload-${uploadId}`
      remember([await store.append(stream, eventsFor(stream, 0, [started], circumstances), 'none')])

      const underWay = new Set<Promise<void>>()
      for (let slice = 0; slice < slices; slice += 1) {
        const read = table.rows(slice * SLICE_ROWS, (slice + 1) * SLICE_ROWS).map((row) => readRow(row, uploadType, program.customAmounts))
        const rows = read.flatMap((row) => ('error' in row ? [] : [row]))
        errors.push(...read.flatMap((row) => ('error' in row ? [row] : [])))
        await directory.learn(rows.map((row) => row.nameKey))
        const founded = kind === 'individual' ? await congregations.learn(rows) : []
        const planned = plan(networkId, rows, directory.entries, congregations.idOf)
        warnings.push(...planned.warnings)
        tally.skipped += planned.ambiguous
        accepted += planned.actions.length
        const writing: Promise<void> = write(planned.actions, founded, slice).finally(() => underWay.delete(writing))
        writing.catch(() => {})
        underWay.add(writing)
        if (underWay.size >= SLICES_UNDER_WAY) await Promise.race(underWay)
      }
      await Promise.all(underWay)
      await settled([...last.values()], PATIENCE_MS)

      // A profile may have been attached meanwhile: whoever was enrolled after that has no bill yet.
      const late = program.hasProfile ? null : await generateBills(program.id, circumstances)
      if (late) {
        await settled(late.shown, PATIENCE_MS)
        tally.created = late.created
        tally.duplicates = accepted - late.created
      }
      const billed = program.hasProfile || late !== null
      return {
        success: accepted > 0,
        membersUploaded: accepted,
        billGeneration: billed ? tally : null,
        billsGenerated: billed ? tally.created : 0,
        billGenerationError: billed ? null : uploadTexts.noBills,
        errors,
        warnings,
      }
    })
  }
}

/** Who was enrolled by one slice of an upload. */
export const enrolmentStream = (uploadId: string, slice: number): StreamName => `upload-${uploadId}.${slice}`

/** Uploads have an id from their cause: the same request sent again is the same upload. */
export const uploadIdOf = (cause: string): UploadId => uuidV5(`upload/${cause}`) as UploadId
