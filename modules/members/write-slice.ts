import { missing } from '../kernel/errors.ts'
import type { Place } from '../kernel/schedule.ts'
import { type Append, type Appended, Conflict, categoryOf, type StreamName } from '../platform/event-store/event-store.ts'
import { eventsFor } from '../platform/handle.ts'
import type { UploadType } from './contract.ts'
import type { EnrolledPayor, Kind, MemberDetails, MemberEvent, Person, UploadEvent } from './events.ts'
import type { Action } from './plan.ts'
import type { BillToIssue, ImportDependencies, UploadCommand } from './upload.ts'

type Dependencies = Pick<ImportDependencies, 'billAppends' | 'personal' | 'placesOf' | 'store'>

/** Who was enrolled by one slice of an upload. */
export const enrolmentStream = (uploadId: string, slice: number): StreamName => `upload-${uploadId}.${slice}`

/** Writes what the slices of an upload have decided, and counts its bills: those made, and those that were there already. */
export const sliceWriter = (dependencies: Dependencies, { uploadId, program, circumstances }: UploadCommand, kind: Kind) => {
  const { personal, store, billAppends, placesOf } = dependencies
  const { networkId } = program
  const tally = { created: 0, duplicates: 0, skipped: 0 }
  /** Whoever is new comes in one event of the upload, whoever has changed in one of their own. All of them sealed. */
  const memberEvents = async (founded: readonly MemberDetails[], actions: readonly Action[]) => {
    const written = actions.filter(({ details }) => details !== null) as (Action & { details: MemberDetails })[]
    const all = [...founded, ...written.map(({ details }) => details)]
    const sealed = await personal.sealAll(all.map(({ memberId, person }) => ({ owner: memberId, value: person })))
    // Whoever is forgotten this very moment is somebody else when the file is sent again.
    if (sealed.includes(null)) throw missing('Member')
    const entries = all.map((details, i) => {
      const row = written[i - founded.length]?.row.row
      return { ...details, person: sealed[i] as unknown as Person, ...(row !== undefined && { row }) }
    })
    const members = entries.filter((_, i) => i < founded.length || written[i - founded.length]?.action === 'new')
    const registered: UploadEvent[] = members.length > 0 ? [{ type: 'MembersRegistered', data: { uploadId, networkId, members } }] : []
    const changes = written.flatMap(({ action, expect }, i) => {
      const details = entries[founded.length + i]
      const change: MemberEvent[] = action === 'changed' && details ? [{ type: 'MemberChanged', data: { networkId, ...details } }] : []
      return change.map((event) => ({ stream: `member-${event.data.memberId}` as StreamName, event, expect }))
    })
    return { registered, changes }
  }

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
    const fresh = actions.filter(({ action }) => action !== 'duplicate')
    const known = fresh.filter(({ action }) => action !== 'new').map(({ payorId }) => payorId)
    const places = known.length > 0 ? await placesOf(program, known) : new Map<string, Place>()
    const open = program.hasProfile ? fresh.filter(({ payorId }) => !places.get(payorId)?.taken) : []
    tally.duplicates += actions.length - open.length
    return open.map(({ payorId, row }) => ({ payorId, kind, amount: row.amount, place: places.get(payorId), row: row.row }))
  }

  /** Writes what a slice of rows has decided, and answers it. Each slice's enrolment has a stream of its own, so that none waits for another. */
  const write = async (actions: readonly Action[], founded: readonly MemberDetails[], slice: number): Promise<Appended[]> => {
    const payors = actions
      .filter(({ action }) => action !== 'duplicate')
      .map(({ payorId, row }): EnrolledPayor => ({ payorId, kind, amount: row.amount }))
    const enrolled: UploadEvent = { type: 'PayorsEnrolled', data: { uploadId, networkId, programId: program.id, payors } }
    const { registered, changes } = await memberEvents(founded, actions)
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
    return answers.filter((answer): answer is Appended => !(answer instanceof Conflict))
  }

  const count = async (actions: readonly Action[]) => {
    tally.created += (await billable(actions)).length
  }

  return {
    tally,
    begin: async (uploadType: UploadType, slices: number): Promise<void> => {
      const started: UploadEvent = { type: 'UploadStarted', data: { uploadId, networkId, programId: program.id, uploadType, slices } }
      const stream: StreamName = `upload-${uploadId}`
      remember([await store.append(stream, eventsFor(stream, 0, [started], circumstances), 'none')])
    },
    write,
    /** Counts what `write` would make. */
    count,
    /** What a read model must have reached to show all that was written. */
    shown: () => [...last.values()],
  }
}
