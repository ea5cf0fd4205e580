import { DomainError } from '../kernel/errors.ts'
import type { Place } from '../kernel/schedule.ts'
import { type Append, type Appended, Conflict, categoryOf, type StreamName } from '../platform/event-store/event-store.ts'
import { eventsFor } from '../platform/handle.ts'
import { isKey } from '../platform/http/visitor.ts'
import type { UploadType } from './contract.ts'
import type { EnrolledPayor, Kind, MemberDetails, PayorEvent, Person, UploadEvent } from './events.ts'
import type { NamedCongregation } from './identify.ts'
import { isMeant } from './match.ts'
import { type Action, update, type Verdict, verdictOn } from './plan.ts'
import type { BillToIssue, ImportDependencies, UploadCommand } from './upload.ts'

type Dependencies = Pick<ImportDependencies, 'billAppends' | 'listsKnown' | 'payorsById' | 'personal' | 'placesOf' | 'store'>

const TRIES = 3
/** The events that a slice appended, and the rows (by number) whose result differs from the plan. */
type Written = Readonly<{ appended: readonly Appended[]; revised: ReadonlyMap<number, Verdict> }>

export const enrolmentStream = (uploadId: string, slice: number): StreamName => `upload-${uploadId}.${slice}`

/**
 * The events of a slice, encrypted: one event of the upload with all new payors, and one event in the stream of each
 * changed payor.
 */
const payorEvents = async (
  personal: Dependencies['personal'],
  { uploadId, program: { networkId }, circumstances }: UploadCommand,
  founded: readonly MemberDetails[],
  actions: readonly Action[],
) => {
  const written = actions.filter(({ details }) => details !== null) as (Action & { details: MemberDetails })[]
  const all = [...founded, ...written.map(({ details }) => details)]
  const sealed = await personal.sealAll(all.map(({ memberId, person }) => ({ owner: memberId, value: person })))
  // If a payor is forgotten during the upload, a retry registers a new payor.
  if (sealed.includes(null)) throw new DomainError('missing', 'not-found', 'A payor in this file was just forgotten. Please upload the file again.')
  const entries = all.map((details, i) => {
    const row = written[i - founded.length]?.row.row
    return { ...details, person: sealed[i] as unknown as Person, ...(row !== undefined && { row }) }
  })
  const members = entries.filter((_, i) => i < founded.length || written[i - founded.length]?.action === 'new')
  const registered: UploadEvent[] = members.length > 0 ? [{ type: 'MembersRegistered', data: { uploadId, networkId, members } }] : []
  const changes = written.flatMap((action, i) => {
    const { payorId, expect } = action
    const details = entries[founded.length + i]
    if (action.action !== 'changed' || !details) return []
    const stream: StreamName = `member-${payorId}`
    const event: PayorEvent = { type: 'MemberChanged', data: { networkId, ...details } }
    const append: Append = { stream, events: eventsFor(stream, expect === 'none' ? 0 : expect + 1, [event], circumstances), expect }
    return [{ action, append }]
  })
  return { registered, changes }
}

const conflicting = (changes: readonly Readonly<{ action: Action }>[], answers: readonly (Appended | Conflict)[]): Action[] =>
  changes.flatMap(({ action }, i) => (answers[i] instanceof Conflict ? [action] : []))

const furthest = () => {
  const last = new Map<string, Appended>()
  const remember = (answers: readonly (Appended | Conflict)[]) => {
    for (const answer of answers) {
      if (answer instanceof Conflict) continue
      const category = categoryOf(answer.stream)
      const known = last.get(category)
      if (!known || known.position < answer.position) last.set(category, answer)
    }
  }
  return { remember, shown: () => [...last.values()] }
}

/** Writes the slices of an upload, and counts the bills: those issued, and those that payors already had. */
export const sliceWriter = (
  { personal, store, billAppends, listsKnown, payorsById, placesOf }: Dependencies,
  upload: UploadCommand,
  kind: Kind,
  congregationOf: (name: string | null) => NamedCongregation,
) => {
  const { uploadId, program, circumstances } = upload
  const { networkId } = program
  const tally = { created: 0, duplicates: 0, skipped: 0 }
  const { remember, shown } = furthest()

  /** The payors of a slice who get a bill. Those who have one, or are twice in the file, count as duplicates. */
  const billable = async (actions: readonly Action[]): Promise<BillToIssue[]> => {
    const fresh = actions.filter(({ action }) => action !== 'duplicate')
    const known = fresh.filter(({ action }) => action !== 'new').map(({ payorId }) => payorId)
    const places = known.length > 0 ? await placesOf(program, known) : new Map<string, Place>()
    const open = program.hasProfile ? fresh.filter(({ payorId }) => !places.get(payorId)?.taken) : []
    tally.duplicates += actions.length - open.length
    return open.map(({ payorId, row }) => ({ payorId, kind, amount: row.amount, place: places.get(payorId), row: row.row }))
  }

  /**
   * Retries changes of payors whom others have changed since the match: if the row still matches, it is merged into the
   * current details (R48).
   */
  const changeAgain = async (lost: readonly Action[]): Promise<ReadonlyMap<number, Verdict>> => {
    const leftAlone = 'the details were changed while this upload ran, and stay as they are'
    const verdicts = new Map(lost.map(({ row }) => [row.row, verdictOn(row, 'same', [leftAlone])]))
    let open = lost
    for (let tries = 0; open.length > 0 && tries < TRIES; tries += 1) {
      await listsKnown()
      const ids = open.map(({ payorId }) => payorId)
      const payors = new Map((await payorsById(networkId, ids)).map((payor) => [payor.id, payor]))
      const updates = open.flatMap(({ payorId, row }) => {
        const payor = payors.get(payorId)
        return payor && isMeant(payor, row) ? [update(payor, row, congregationOf(row.congregation), isKey(circumstances.actor))] : []
      })
      const { changes } = await payorEvents(
        personal,
        upload,
        [],
        updates.map(({ action }) => action),
      )
      const answers = await store.appendEach(changes.map(({ append }) => append))
      remember(answers)
      open = conflicting(changes, answers)
      for (const { action, verdict } of updates) if (!open.includes(action)) verdicts.set(verdict.row, verdict)
    }
    return verdicts
  }

  /** Writes one slice of rows. Its enrolments have their own stream, so that slices do not wait for each other. */
  const write = async (actions: readonly Action[], founded: readonly MemberDetails[], slice: number): Promise<Written> => {
    const payors = actions
      .filter(({ action }) => action !== 'duplicate')
      .map(({ payorId, row }): EnrolledPayor => ({ payorId, kind, amount: row.amount }))
    const enrolled: UploadEvent = { type: 'PayorsEnrolled', data: { uploadId, networkId, programId: program.id, payors } }
    const { registered, changes } = await payorEvents(personal, upload, founded, actions)
    const stream = enrolmentStream(uploadId, slice)
    const before: Append[] = [
      { stream, events: eventsFor(stream, 0, [...registered, enrolled], circumstances), expect: 'none' },
      ...changes.map(({ append }) => append),
    ]
    const unbilled = await billable(actions)
    const bills = await billAppends(program, unbilled, circumstances)
    tally.duplicates += unbilled.length - bills.length
    const answers = await store.appendEach([...before, ...bills])
    remember(answers)
    for (const answer of answers.slice(before.length)) tally[answer instanceof Conflict ? 'duplicates' : 'created'] += 1
    return {
      appended: answers.filter((answer): answer is Appended => !(answer instanceof Conflict)),
      revised: await changeAgain(conflicting(changes, answers.slice(1))),
    }
  }

  const count = async (actions: readonly Action[]): Promise<Written> => {
    tally.created += (await billable(actions)).length
    return { appended: [], revised: new Map() }
  }

  return {
    tally,
    begin: async (uploadType: UploadType, slices: number): Promise<void> => {
      const started: UploadEvent = { type: 'UploadStarted', data: { uploadId, networkId, programId: program.id, uploadType, slices } }
      const stream: StreamName = `upload-${uploadId}`
      remember([await store.append(stream, eventsFor(stream, 0, [started], circumstances), 'none')])
    },
    write,
    count,
    /** The last events that a read model must have folded to show all that was written. */
    shown,
  }
}
