import type { LocalDate } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import type { MemberId, NetworkId, ProgramId, UploadId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { nameKey } from '../kernel/names.ts'
import { type Append, type Appended, Conflict, categoryOf, type EventStore, type Revision, type StreamName } from '../platform/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import type { InstallationKeys, PersonalData } from '../platform/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { PREVIEWED_ROWS, type PreviewRow, type RowAction, type UploadResult, type UploadType, uploadTexts } from './contract.ts'
import { openCsv } from './csv.ts'
import type { EnrolledPayor, Kind, MemberDetails, MemberEvent, Person, UploadEvent } from './events.ts'
import { type Directory, type KnownPayor, merge, openDirectory } from './match.ts'
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

export type ImportDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  keys: InstallationKeys
  /** One upload at a time in a network: each ends when its members can be found, so the next one sees them. */
  exclusively: <Result>(networkId: NetworkId, work: () => Promise<Result>, gone: AbortSignal | undefined) => Promise<Result>
  payorsNamed: (networkId: NetworkId, kind: Kind, nameKeys: readonly string[]) => Promise<readonly KnownPayor[]>
  /** Ends once `slotsOf` knows every bill that is in the log now. */
  billsKnown: () => Promise<void>
  /** The slots that payors have in a period: how many archived bills, and whether one is in force. */
  slotsOf: (programId: ProgramId, period: LocalDate, payors: readonly MemberId[]) => Promise<ReadonlyMap<string, { n: number; taken: boolean }>>
  /** One append for each bill that can be issued. */
  billAppends: (program: UploadProgram, payors: readonly BillToIssue[], circumstances: Circumstances) => Promise<readonly Append[]>
  settled: Settled
  /** Hears how many rows were brought in. */
  notedRows: (rows: number) => Promise<void>
}>
type Settled = (appended: readonly Appended[], patience: number) => Promise<boolean>

export type UploadCommand = Readonly<{
  uploadId: UploadId
  program: UploadProgram
  uploadType: UploadType
  /** Where the file lies, in a folder of its own that the caller removes. */
  file: string
  /** Tells what would happen, and writes nothing. */
  dryRun: boolean
  circumstances: Circumstances
}>

/** How many rows there are, and how many are done: what they lead to is in the log. */
export type UploadProgress = Readonly<{ rows: number; done: number }>
/**
 * `gone` ends a dry run at once. It ends an import only before anything is written: once writing has begun it goes to its end, since half a
 * file is of no use to anybody, and sending it again is free.
 */
export type ImportMembers = (command: UploadCommand, onProgress: (progress: UploadProgress) => void, gone?: AbortSignal) => Promise<UploadResult>

type Action = Readonly<{
  kind: Exclude<RowAction, 'ambiguous' | 'rejected'>
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
  life = 0,
): MemberId => keys.idDigest(networkId, kind, key, email ?? '', phone ?? '', dob ?? '', ...(life === 0 ? [] : [String(life)])) as MemberId

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

/** Imports a member list: who is new is registered, who is known is brought up to date, and everybody gets one bill. */
export const importMembers = (dependencies: ImportDependencies): ImportMembers => {
  const { store, personal, keys, exclusively, payorsNamed, billsKnown, slotsOf, billAppends, settled, notedRows } = dependencies

  /** Whoever is known by a name of these rows, so that rows of one name meet the same entries. */
  const learn = async (directory: Directory, networkId: NetworkId, kind: Kind, rows: readonly PayorRow[]) => {
    const fresh = directory.unknownOf(rows.map((row) => row.nameKey))
    for (const payor of await payorsNamed(networkId, kind, fresh)) directory.add({ payor, row: null })
  }

  /** The ids that people would have if they are new. Whoever was forgotten comes back as somebody else, under another id (R70). */
  const idsOf = async (networkId: NetworkId, kind: Kind, people: readonly Readonly<{ nameKey: string; person: Person }>[]) => {
    const ids = people.map(({ nameKey: key, person }) => memberIdOf(keys, networkId, kind, key, person))
    for (let life = 1; ; life += 1) {
      const gone = await personal.forgotten(ids)
      if (gone.size === 0) return ids
      for (const [i, { nameKey: key, person }] of people.entries())
        if (gone.has(ids[i] ?? '')) ids[i] = memberIdOf(keys, networkId, kind, key, person, life)
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
        const founded = [...names].flatMap(([key, name]) => (ids.has(key) ? [] : [{ nameKey: key, person: congregationOf(name) }]))
        const fresh = await idsOf(networkId, 'congregation', founded)
        return founded.map(({ nameKey: key, person }, i): MemberDetails => {
          const memberId = fresh[i] as MemberId
          ids.set(key, memberId)
          return { memberId, kind: 'congregation', person, memberSince: null, congregationId: null }
        })
      },
    }
  }

  /** Decides what each row means, against who is known and the rows above it. Writes nothing. */
  const plan = (
    rows: readonly (PayorRow | RejectedRow)[],
    idOf: (row: PayorRow) => MemberId,
    directory: Directory,
    congregationIdOf: (name: string | null) => MemberId | null,
  ) => {
    const actions: Action[] = []
    const verdicts: PreviewRow[] = []
    const warnings: string[] = []
    for (const row of rows) {
      if ('error' in row) {
        verdicts.push({ row: row.row, action: 'rejected', name: row.name, note: row.error })
        continue
      }
      const judge = (action: RowAction, more: readonly string[] = []) => {
        const notes = [...row.notes, ...more]
        for (const note of notes) warnings.push(`Row ${row.row} (${row.person.name}): ${note}.`)
        verdicts.push({ row: row.row, action, name: row.person.name, note: notes.join('; ') })
      }
      const match = directory.match(row)
      if (match.ambiguous) {
        judge('ambiguous', ['several members could be meant, so the row was skipped'])
        continue
      }
      const congregationId = congregationIdOf(row.congregation)
      if (!match.found) {
        const { kind, person, memberSince, nameKey: key } = row
        const id = idOf(row)
        directory.add({ payor: { id, kind, nameKey: key, person, memberSince, congregationId, revision: UNCHANGED }, row: row.row })
        judge('new')
        actions.push({ kind: 'new', payorId: id, row, details: { memberId: id, kind, person, memberSince, congregationId }, expect: 'none' })
        continue
      }
      const { found } = match
      if (found.row !== null) {
        judge('duplicate', [`the same person as in row ${found.row}`])
        actions.push({ kind: 'duplicate', payorId: found.payor.id, row, details: null, expect: 'none' })
        continue
      }
      found.row = row.row
      const { notes, ...merged } = merge(found.payor, row, congregationId)
      const { id, kind, revision } = found.payor
      const details = notes.length === 0 ? null : { memberId: id, kind, ...merged }
      judge(details ? 'changed' : 'same', notes)
      actions.push({
        kind: details ? 'changed' : 'same',
        payorId: id,
        row,
        details,
        expect: revision === UNCHANGED ? 'none' : revision,
      })
      if (details) directory.change(found, { ...found.payor, ...merged })
    }
    return { actions, verdicts, warnings }
  }

  /** Whoever is new comes in one event of the upload, whoever has changed in one of their own. All of them sealed. */
  const memberEvents = async (networkId: NetworkId, uploadId: UploadId, founded: readonly MemberDetails[], actions: readonly Action[]) => {
    const written = actions.filter(({ details }) => details !== null) as (Action & { details: MemberDetails })[]
    const all = [...founded, ...written.map(({ details }) => details)]
    const sealed = await personal.sealAll(all.map(({ memberId, person }) => ({ owner: memberId, value: person })))
    // Whoever is forgotten this very moment is somebody else when the file is sent again.
    if (sealed.includes(null)) throw missing('Member')
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

  return async ({ uploadId, program, uploadType, file, dryRun, circumstances }, onProgress, gone) => {
    const table = await openCsv(file, uploadType, SLICE_ROWS)
    gone?.throwIfAborted()
    const kind: Kind = uploadType === 'congregations' ? 'congregation' : 'individual'
    const { networkId } = program
    onProgress({ rows: table.count, done: 0 })

    const work = async (): Promise<UploadResult> => {
      const directory = openDirectory()
      const congregations = openCongregations(networkId)
      const errors: RejectedRow[] = []
      const warnings = [...table.warnings]
      const tally = { created: 0, duplicates: 0, skipped: 0 }
      const means: Record<RowAction, number> = { new: 0, changed: 0, same: 0, duplicate: 0, ambiguous: 0, rejected: 0 }
      const preview: PreviewRow[] = []
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

      /** Who of a slice gets a bill; whoever has one already, or stands in the file twice, is counted as a duplicate. */
      const billable = async (actions: readonly Action[]): Promise<BillToIssue[]> => {
        const fresh = actions.filter(({ kind: what }) => what !== 'duplicate')
        const known = fresh.filter(({ kind: what }) => what !== 'new').map(({ payorId }) => payorId)
        const slots = known.length > 0 ? await slotsOf(program.id, program.dueDate, known) : new Map<string, { n: number; taken: boolean }>()
        const open = program.hasProfile ? fresh.filter(({ payorId }) => !slots.get(payorId)?.taken) : []
        tally.duplicates += actions.length - open.length
        return open.map(({ payorId, row }) => ({ payorId, kind, amount: row.amount, n: slots.get(payorId)?.n ?? 0 }))
      }

      /** Writes what a slice of rows has decided. Each slice's enrolment has a stream of its own, so that none waits for another. */
      const write = async (actions: readonly Action[], founded: readonly MemberDetails[], slice: number) => {
        const payors = actions
          .filter(({ kind: what }) => what !== 'duplicate')
          .map(({ payorId, row }): EnrolledPayor => ({ payorId, kind, amount: row.amount }))
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
        const unbilled = await billable(actions)
        const bills = await billAppends(program, unbilled, circumstances)
        tally.duplicates += unbilled.length - bills.length
        const answers = await store.appendEach([...before, ...bills])
        remember(answers)
        for (const answer of answers.slice(before.length)) tally[answer instanceof Conflict ? 'duplicates' : 'created'] += 1
      }

      const count = async (actions: readonly Action[]) => {
        tally.created += (await billable(actions)).length
      }

      if (!dryRun) {
        const started: UploadEvent = { type: 'UploadStarted', data: { uploadId, networkId, programId: program.id, uploadType, slices: table.slices } }
        const stream: StreamName = `upload-${uploadId}`
        remember([await store.append(stream, eventsFor(stream, 0, [started], circumstances), 'none')])
      }

      await billsKnown()
      const underWay = new Set<Promise<void>>()
      let done = 0
      try {
        for (let slice = 0; slice < table.slices; slice += 1) {
          if (dryRun) gone?.throwIfAborted()
          const rows = (await table.slice(slice)).map((row) => readRow(row, uploadType, program.customAmounts))
          const sound = rows.flatMap((row) => ('error' in row ? [] : [row]))
          for (const row of rows) if ('error' in row) errors.push(row)
          const [ids, founded] = await Promise.all([
            idsOf(networkId, kind, sound),
            kind === 'individual' ? congregations.learn(sound) : [],
            learn(directory, networkId, kind, sound),
          ])
          const idOfRow = new Map(sound.map((row, i) => [row, ids[i] as MemberId]))
          const idOf = (row: PayorRow) => idOfRow.get(row) as MemberId
          const { actions, verdicts, ...planned } = plan(rows, idOf, directory, congregations.idOf)
          for (const warning of planned.warnings) warnings.push(warning)
          for (const { action } of verdicts) means[action] += 1
          if (dryRun) preview.push(...verdicts.slice(0, PREVIEWED_ROWS - preview.length))
          accepted += actions.length
          const working: Promise<void> = (dryRun ? count(actions) : write(actions, founded, slice)).finally(() => {
            underWay.delete(working)
            done += rows.length
            onProgress({ rows: table.count, done })
          })
          working.catch(() => {})
          underWay.add(working)
          if (underWay.size >= SLICES_UNDER_WAY) await Promise.race(underWay)
        }
        await Promise.all(underWay)
      } finally {
        // A slice that fails must not let go of the network while others are being written.
        await Promise.allSettled(underWay)
      }
      await settled([...last.values()], PATIENCE_MS)
      if (!dryRun) await notedRows(means.new + tally.created)

      const billed = program.hasProfile
      tally.skipped = means.ambiguous
      return {
        success: accepted > 0,
        membersUploaded: accepted,
        billGeneration: billed ? tally : null,
        billsGenerated: billed ? tally.created : 0,
        billGenerationError: billed ? null : uploadTexts.noBills,
        errors: errors.map(({ name, error, row }) => ({ name, error, row })),
        warnings,
        ...(errors.length > 0 ? { rejected: { header: [...table.header], rows: errors.map(({ record }) => [...record]) } } : {}),
        actions: means,
        ...(dryRun ? { rows: preview } : {}),
      }
    }
    return dryRun ? work() : exclusively(networkId, work, gone)
  }
}

export type UploadDependencies = Readonly<{
  store: EventStore
  /** Bills for everybody who is enrolled in a program and has none; null while the program has no profile. */
  generateBills: (
    programId: ProgramId,
    circumstances: Circumstances,
  ) => Promise<Readonly<{ billed: readonly MemberId[]; shown: readonly Appended[] }> | null>
  settled: Settled
}>

/** Everybody whom an upload has enrolled. */
const enrolledBy = async (store: EventStore, uploadId: UploadId): Promise<Set<MemberId>> => {
  const payors = new Set<MemberId>()
  for (let slice = 0; ; slice += 1) {
    const events = (await store.read(enrolmentStream(uploadId, slice))) as unknown as readonly UploadEvent[]
    if (events.length === 0) return payors
    for (const { type, data } of events) if (type === 'PayorsEnrolled') for (const { payorId } of data.payors) payors.add(payorId)
  }
}

/** Imports, and sees to those who were enrolled while a profile was being attached: they have no bill yet. */
export const uploadMembers =
  (importAll: ImportMembers, { store, generateBills, settled }: UploadDependencies): ImportMembers =>
  async (command, onProgress, gone) => {
    gone?.throwIfAborted()
    const result = await importAll(command, onProgress, gone)
    const { uploadId, program, dryRun, circumstances } = command
    const late = program.hasProfile || dryRun ? null : await generateBills(program.id, circumstances)
    if (!late) return result
    await settled(late.shown, PATIENCE_MS)
    // Bills of those whom earlier uploads enrolled are not of this file.
    const enrolled = await enrolledBy(store, uploadId)
    const created = late.billed.filter((payorId) => enrolled.has(payorId)).length
    return {
      ...result,
      billGeneration: { created, duplicates: result.membersUploaded - created, skipped: result.actions?.ambiguous ?? 0 },
      billsGenerated: created,
      billGenerationError: null,
    }
  }

/** Who was enrolled by one slice of an upload. */
export const enrolmentStream = (uploadId: string, slice: number): StreamName => `upload-${uploadId}.${slice}`

/** Uploads have an id from their cause: the same request sent again is the same upload. */
export const uploadIdOf = (cause: string): UploadId => uuidV5(`upload/${cause}`) as UploadId
