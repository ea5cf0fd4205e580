import type { LocalDate } from '../kernel/dates.ts'
import { readBy } from '../kernel/events.ts'
import type { NetworkId, PayorId, ProgramId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Billing, PlacesOf } from '../kernel/schedule.ts'
import { uploadEvents } from '../payors/events.ts'
import {
  type Append,
  type Appended,
  Conflict,
  type EventStore,
  isQuarantined,
  type RecordedEvent,
  type StreamName,
} from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { Job } from '../platform/jobs.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Platform } from '../platform/platform.ts'
import { reaction } from '../platform/process.ts'
import { PACE_MS, SLICE } from '../platform/shown-soon.ts'
import { programEvents } from './events.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'generate-bills': Readonly<{ programId: ProgramId }>
  }
}

/** Bills members who were uploaded before the profile was attached (R43). */
export const generateBillsWhenAProfileIsAttached = reaction(programEvents, {
  name: 'generate-bills-when-a-profile-is-attached',
  categories: ['program'],
  reactsTo: ['PaymentProfileAttached'],
  jobsFor: (events) =>
    events.map(({ id, data: { programId } }): Job => ({ task: 'generate-bills', payload: { programId }, key: `generate-bills/${id}` })),
})

type Enrolled = { payorId: PayorId; kind: 'individual' | 'congregation'; amount: Cents | null }

type Payors = readonly Enrolled[]
type Period = Billing & Readonly<{ networkId: NetworkId; amount: Cents }>
export type IssueBills = (period: Period, payors: Payors, circumstances: Circumstances) => Promise<readonly Append[]>

export type GenerateBillsDependencies = Readonly<{
  store: EventStore
  personal: Pick<PersonalData, 'forgotten'>
  settled: Platform['settled']
  enrolmentsOf: (programId: ProgramId) => Promise<readonly StreamName[]>
  /**
   * Waits a moment until `placesOf` knows every bill in the log. If it still misses one, the bill's id prevents a
   * second bill, unless the due date has just moved.
   */
  billsShown: () => Promise<void>
  /** The payors' places in the period; a payor with a bill in force is not billed. */
  placesOf: PlacesOf
  /** The appends for a period of a program, by default the current one; null if the program cannot have bills. */
  appendsFor: (
    programId: ProgramId,
    circumstances: Circumstances,
    period?: LocalDate,
  ) => Promise<{ billing: Billing; appends: (payors: Payors) => Promise<readonly Append[]> } | null>
}>

/** The billed payors, and the events that a read model must reach to show all of a program's bills. */
export type GeneratedBills = Readonly<{ billed: readonly PayorId[]; shown: readonly Appended[] }>

/**
 * The payors on a program, from its uploads' streams: enrolled by an upload or an Admin, and not removed since (R54).
 */
export const enrolledIn = async (store: Pick<EventStore, 'read'>, streams: readonly StreamName[]): Promise<ReadonlyMap<PayorId, Enrolled>> => {
  const recorded: RecordedEvent[] = []
  for (const stream of streams) recorded.push(...(await store.read(stream)))
  // An upload begun before a removal may enrol the payor after it.
  const events = readBy(uploadEvents)(recorded.filter((event) => !isQuarantined(event)).toSorted((a, b) => (a.position < b.position ? -1 : 1)))
  const payors = new Map<PayorId, Enrolled>()
  /** The last given amount holds; a row without one keeps it (R41). */
  const enrol = (payor: Enrolled) => payors.set(payor.payorId, { ...payor, amount: payor.amount ?? payors.get(payor.payorId)?.amount ?? null })
  for (const { type, data } of events)
    if (type === 'PayorsEnrolled') for (const payor of data.payors) enrol(payor)
    else if (type === 'PayorEnrolled') enrol(data.payor)
    else if (type === 'PayorRemoved') payors.delete(data.payorId)
  return payors
}

/**
 * Issues the missing bills of a program's enrolled payors in a period, by default the current one; null if the program
 * cannot have bills. May be repeated, and may come late: a payor whose bill was archived meanwhile gets no other bill
 * (R58). Forgotten payors are not billed.
 */
export const generateBills =
  ({ store, personal, settled, enrolmentsOf, billsShown, placesOf, appendsFor }: GenerateBillsDependencies) =>
  async (programId: ProgramId, circumstances: Circumstances, dueDate?: LocalDate): Promise<GeneratedBills | null> => {
    const period = await appendsFor(programId, circumstances, dueDate)
    if (!period) return null
    const payors = await enrolledIn(store, await enrolmentsOf(programId))
    await billsShown()
    const all = [...payors.values()]
    const billed: PayorId[] = []
    let last: Appended | null = null
    let issuedElsewhere = false
    for (let from = 0; from < all.length; from += SLICE) {
      const slice = all.slice(from, from + SLICE)
      const ids = slice.map(({ payorId }) => payorId)
      const [places, gone] = await Promise.all([placesOf(period.billing, ids), personal.forgotten(ids)])
      const open = slice.filter(({ payorId }) => !places.has(payorId) && !gone.has(payorId))
      issuedElsewhere ||= places.size > 0
      const appends = await period.appends(open)
      for (const [i, answer] of (await store.appendEach(appends)).entries()) {
        if (answer instanceof Conflict) issuedElsewhere = true
        else {
          billed.push(appends[i]?.events[0]?.data.payorId as PayorId)
          last = answer
        }
      }
      if (last) await settled([last], PACE_MS)
    }
    // The answer must also wait for the bills that others issued concurrently.
    const elsewhere: Appended[] = issuedElsewhere ? [{ stream: 'bill-', revision: 0, position: await store.head('bill') }] : []
    return { billed, shown: [...(last ? [last] : []), ...elsewhere] }
  }
