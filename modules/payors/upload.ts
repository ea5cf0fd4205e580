import { type Instant, instantOf } from '../kernel/dates.ts'
import { missing, refused } from '../kernel/errors.ts'
import { readBy } from '../kernel/events.ts'
import type { NetworkId, PayorId, ProgramId, UploadId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Billing, Place, PlacesOf } from '../kernel/schedule.ts'
import type { Append, Appended, EventStore } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { isKey } from '../platform/http/visitor.ts'
import { PACE_MS, SLICE } from '../platform/shown-soon.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { takesPayors } from '../programs/values.ts'
import { PREVIEWED_ROWS, type PreviewRow, type RowAction, type UploadResult, type UploadType } from './contract.ts'
import { openCsv } from './csv.ts'
import { type EnrolledPayor, type Kind, uploadEvents } from './events.ts'
import { type IdentifyDependencies, identify } from './identify.ts'
import { openDirectory } from './match.ts'
import { plan } from './plan.ts'
import { type PayorRow, type RejectedRow, readRow } from './read-row.ts'
import { uploadTexts } from './values.ts'
import { enrolmentStream, sliceWriter } from './write-slice.ts'

/** The longest wait until every read model shows the upload's bills. */
const PATIENCE_MS = 120_000

/** The lock for adding payors to a network. It prevents adding the same person twice. */
export const turnOfNetwork = (networkId: NetworkId): string => `upload ${networkId}`

export type UploadProgram = Billing & Readonly<{ networkId: NetworkId; hasProfile: boolean; customAmounts: boolean; amount: Cents }>
/** A program's network, its status, and the terms of the bills. */
export type BilledProgram = Readonly<{ networkId: NetworkId; status: string; upload: UploadProgram }>

/** @throws DomainError 409 `not-active` if members cannot be uploaded (R43) */
export const mustTakeMembers = (program: BilledProgram): void => {
  if (!takesPayors(program)) throw refused('not-active', 'Members can be uploaded only while the program is Active.')
}

export type BillToIssue = EnrolledPayor & Readonly<{ place: Place | undefined; row: number }>

export type ImportDependencies = IdentifyDependencies &
  Readonly<{
    store: EventStore
    billedProgram: (id: ProgramId, at: Instant) => Promise<BilledProgram | null>
    /**
     * Runs one upload of a network at a time. An upload ends once the read models show its members, so that the next
     * upload finds them.
     */
    exclusively: <Result>(networkId: NetworkId, work: () => Promise<Result>, gone: AbortSignal | undefined) => Promise<Result>
    /** Resolves once `placesOf` knows every bill that is in the log now, and `payorsNamed` every member. */
    listsKnown: () => Promise<unknown>
    placesOf: PlacesOf
    billAppends: (program: UploadProgram, payors: readonly BillToIssue[], circumstances: Circumstances) => Promise<readonly Append[]>
    settled: Settled
    notedRows: (rows: number) => Promise<void>
  }>
type Settled = (appended: readonly Appended[], patience: number) => Promise<boolean>

export type UploadCommand = Readonly<{
  uploadId: UploadId
  /** The program at the time when the upload arrived. */
  program: UploadProgram
  uploadType: UploadType
  /** The path of the file. Its folder is the upload's own, and the caller removes it. */
  file: string
  /** True: reports the result, and writes nothing. */
  dryRun: boolean
  circumstances: Circumstances
}>

/** The number of rows, and how many of them are done. Their results are in the log. */
export type UploadProgress = Readonly<{ rows: number; done: number }>
/**
 * `gone` aborts when the client disconnects. A dry run then ends at once; an import ends only if nothing is written
 * yet. Otherwise it completes, since half an upload is useless and repeating a whole one is safe.
 */
export type ImportPayors = (command: UploadCommand, onProgress: (progress: UploadProgress) => void, gone?: AbortSignal) => Promise<UploadResult>

/** Imports a member list: registers new payors, updates known ones, and bills each once. */
export const importPayors = (dependencies: ImportDependencies): ImportPayors => {
  const { billedProgram, exclusively, listsKnown, settled, notedRows } = dependencies

  /**
   * If an upload had to wait for its turn, the program may have changed, so this reads the program's state and period
   * again.
   */
  const asItIsNow = async ({ program: { id }, circumstances }: UploadCommand, waited: number): Promise<UploadProgram> => {
    const program = await billedProgram(id, instantOf(Date.parse(circumstances.at) + waited))
    if (!program) throw missing('Assessment program')
    mustTakeMembers(program)
    return program.upload
  }

  return async (command, onProgress, gone) => {
    const { uploadType, file, dryRun } = command
    const begun = performance.now()
    const table = await openCsv(file, uploadType, SLICE)
    gone?.throwIfAborted()
    const kind: Kind = uploadType === 'congregations' ? 'congregation' : 'individual'
    const { networkId } = command.program
    onProgress({ rows: table.count, done: 0 })

    const work = async (program: UploadProgram): Promise<UploadResult> => {
      const directory = openDirectory()
      const { learn, learnIds, idsOf, openCongregations } = identify(dependencies, networkId)
      const congregations = openCongregations()
      const writer = sliceWriter(dependencies, { ...command, program }, kind, congregations.of)
      const { tally } = writer
      const errors: RejectedRow[] = []
      const warnings = [...table.warnings]
      const means: Record<RowAction, number> = { new: 0, changed: 0, same: 0, duplicate: 0, ambiguous: 0, rejected: 0 }
      const preview: PreviewRow[] = []
      let accepted = 0
      if (!dryRun) await writer.begin(uploadType, table.slices)

      await listsKnown()
      let done = 0
      for (let slice = 0; slice < table.slices; slice += 1) {
        if (dryRun) gone?.throwIfAborted()
        const rows = (await table.slice(slice)).map((row) => readRow(row, uploadType, program.customAmounts))
        const sound = rows.flatMap((row) => ('error' in row ? [] : [row]))
        for (const row of rows) if ('error' in row) errors.push(row)
        const [ids, founded] = await Promise.all([
          idsOf(kind, sound),
          kind === 'individual' ? congregations.learn(sound) : [],
          learn(directory, kind, sound),
        ])
        await learnIds(directory, ids)
        const idOfRow = new Map(sound.map((row, i) => [row, ids[i] as PayorId]))
        const idOf = (row: PayorRow) => idOfRow.get(row) as PayorId
        const { actions, verdicts } = plan(rows, idOf, directory, congregations.of, isKey(command.circumstances.actor))
        const { appended, revised } = dryRun ? await writer.count(actions) : await writer.write(actions, founded, slice)
        for (const planned of verdicts) {
          const { row, name, action, notes } = revised.get(planned.row) ?? planned
          means[action] += 1
          if (action !== 'rejected') for (const note of notes) warnings.push(`Row ${row} (${name}): ${note}.`)
          if (preview.length < PREVIEWED_ROWS) preview.push({ row, action, name, note: notes.join('; ') })
        }
        accepted += actions.length
        // Waits until the read models show this slice, to leave processor time to others.
        await settled(appended, PACE_MS)
        done += rows.length
        onProgress({ rows: table.count, done })
      }
      await settled(writer.shown(), PATIENCE_MS)
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
    return dryRun ? work(command.program) : exclusively(networkId, async () => work(await asItIsNow(command, performance.now() - begun)), gone)
  }
}

export type UploadDependencies = Readonly<{
  store: EventStore
  /** Bills all enrolled payors who have no bill yet; null while the program has no profile. */
  generateBills: (
    programId: ProgramId,
    circumstances: Circumstances,
  ) => Promise<Readonly<{ billed: readonly PayorId[]; shown: readonly Appended[] }> | null>
  settled: Settled
}>

const enrolledBy = async (store: EventStore, uploadId: UploadId): Promise<Set<PayorId>> => {
  const payors = new Set<PayorId>()
  for (let slice = 0; ; slice += 1) {
    const events = readBy(uploadEvents)(await store.read(enrolmentStream(uploadId, slice)))
    if (events.length === 0) return payors
    for (const { type, data } of events) if (type === 'PayorsEnrolled') for (const { payorId } of data.payors) payors.add(payorId)
  }
}

/** Imports the file, then bills payors whom the import missed because a profile was attached meanwhile. */
export const uploadMembers =
  (importAll: ImportPayors, { store, generateBills, settled }: UploadDependencies): ImportPayors =>
  async (command, onProgress, gone) => {
    gone?.throwIfAborted()
    const result = await importAll(command, onProgress, gone)
    const { uploadId, program, dryRun, circumstances } = command
    const late = result.billGeneration || dryRun ? null : await generateBills(program.id, circumstances)
    if (!late) return result
    await settled(late.shown, PATIENCE_MS)
    // Counts only payors whom this upload enrolled, since others may have been billed at the same time.
    const enrolled = await enrolledBy(store, uploadId)
    const created = late.billed.filter((payorId) => enrolled.has(payorId)).length
    return {
      ...result,
      billGeneration: { created, duplicates: result.membersUploaded - created, skipped: result.actions?.ambiguous ?? 0 },
      billsGenerated: created,
      billGenerationError: null,
    }
  }

/** The id is derived from the request, so that a repeated request is the same upload. */
export const uploadIdOf = (cause: string): UploadId => uuidV5(`upload/${cause}`) as UploadId
