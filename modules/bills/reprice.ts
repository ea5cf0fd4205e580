import { dayIn, type LocalDate } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { type BillId, type NetworkId, ProgramId } from '../kernel/ids.ts'
import { type Cents, toDollars } from '../kernel/money.ts'
import { type Append, type Appended, Conflict, type EventStore, type Revision } from '../platform/event-store/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { admins, IdParams, idOf, keysWrite, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { Platform } from '../platform/platform.ts'
import { PACE_MS, SLICE } from '../platform/shown-soon.ts'
import { Reprice, Repriced } from '../programs/contract.ts'
import { dataOf } from '../shared/api.ts'
import type { BillAttempts } from './attempts.ts'
import { type BillEvent, billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'
import { liveAttempt } from './state.ts'

const THING = 'Assessment program'

/** `paying`: the bill has a live attempt, so a payor may be paying the old amount right now. */
type Unpaid = Readonly<{ id: BillId; amount: Cents; revision: Revision; position: number; paying: boolean }>

export type RepriceDependencies = Readonly<{
  store: EventStore
  settleRemittance: SettleRemittance
  settled: Platform['settled']
  attempts: Pick<BillAttempts, 'releaseIfPossible'>
  programStateOf: (id: ProgramId) => Promise<Readonly<{ networkId: NetworkId; amount: Cents }> | null>
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  /** The number of Unpaid bills whose amount differs from the given one, and the sum of their amounts. */
  repriceable: (id: ProgramId, amount: Cents, today: LocalDate) => Promise<Readonly<{ bills: number; before: Cents }>>
  /** The Unpaid bills whose amount differs from the given one, in the order of the log, after a position. */
  unpaidBills: (id: ProgramId, amount: Cents, today: LocalDate, after: number, limit: number) => Promise<readonly Unpaid[]>
}>

export const repriceRoutes = ({
  store,
  settleRemittance,
  settled,
  attempts,
  programStateOf,
  timeZoneOf,
  repriceable,
  unpaidBills,
}: RepriceDependencies): Route[] => {
  const { load, handle } = billHandler(store, settleRemittance)

  /**
   * Sets one bill's new amount after cancelling a live attempt (R79). If the bill's amount has changed since it was
   * read, the bill is left as it is.
   */
  const repriceOne = async ({ id: billId, amount: from }: Unpaid, amount: Cents, circumstances: Circumstances) => {
    const { state } = await load(billStream(billId))
    if (state && liveAttempt(state)) await attempts.releaseIfPossible(billId, state, circumstances)
    return handle(billStream(billId), { type: 'Reprice', billId, from, amount, overdue: false }, circumstances)
  }

  /**
   * Appends the new amount to all bills at once. Bills with an attempt, or with newer events, are then decided one by
   * one.
   */
  const repriceSlice = async (bills: readonly Unpaid[], amount: Cents, circumstances: Circumstances) => {
    const quiet = bills.filter(({ paying }) => !paying)
    const appends = quiet.map(({ id: billId, revision }): Append => {
      const event: BillEvent = { type: 'BillAmountChanged', data: { billId, amount, byReprice: true } }
      return { stream: billStream(billId), events: eventsFor(billStream(billId), revision + 1, [event], circumstances), expect: revision }
    })
    const answers = await store.appendEach(appends)
    const changed = quiet.filter((_, i) => !(answers[i] instanceof Conflict))
    const appended = answers.filter((answer): answer is Appended => !(answer instanceof Conflict))
    for (const bill of [...bills.filter(({ paying }) => paying), ...quiet.filter((_, i) => answers[i] instanceof Conflict)]) {
      const again = await repriceOne(bill, amount, circumstances)
      if (again.appended.length > 0) changed.push(bill)
      appended.push(...again.appended)
    }
    await settled(appended, PACE_MS)
    return { bills: changed.length, before: changed.reduce((sum, bill) => sum + bill.amount, 0), appended }
  }

  return [
    route({
      method: 'post',
      path: '/api/assessment-programs/:id/reprice',
      about: 'program',
      summary: "Give Unpaid bills the program's amount; dryRun says what would change",
      access: keysWrite(admins('update', 'assessment program')),
      params: IdParams,
      body: Reprice,
      answer: dataOf(Repriced),
      creates: true,
      handle: async ({ visitor, params, body: { dryRun }, circumstances, now, settled }) => {
        const programId = idOf(ProgramId, params.id, THING)
        const program = await programStateOf(programId)
        const networkId = mayIn(visitor, program?.networkId, 'write', THING, 'update')
        if (!program) throw missing(THING)
        const { amount } = program
        const today = dayIn((await timeZoneOf(networkId)) ?? 'UTC', now)
        const shown = (bills: number, before: Cents) => ({ data: { bills, before: toDollars(before), after: toDollars(bills * amount) } })
        if (dryRun) {
          const { bills, before } = await repriceable(programId, amount, today)
          return shown(bills, before)
        }
        let total = 0
        let before = 0
        let last: Appended | undefined
        for (let after = -1; ; ) {
          const slice = await unpaidBills(programId, amount, today, after, SLICE)
          const done = await repriceSlice(slice, amount, circumstances)
          total += done.bills
          before += done.before
          last = done.appended.at(-1) ?? last
          after = slice.at(-1)?.position ?? after
          if (slice.length < SLICE) break
        }
        await settled(last ? [last] : [])
        return shown(total, before)
      },
    }),
  ]
}
