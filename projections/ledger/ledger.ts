import {
  balanceOf,
  statusOf as billStatus,
  type Effect,
  endsClaim,
  type PaymentMoney,
  paymentAfter,
  receives,
  standingAfter,
} from '../../modules/bills/effect.ts'
import { type BillEvent, effectOf } from '../../modules/bills/events.ts'
import { owedParts, type Plan, withOpen } from '../../modules/bills/plan.ts'
import type { Instant, LocalDate } from '../../modules/kernel/dates.ts'
import { type Cents, grouped } from '../../modules/kernel/money.ts'
import type { RemittanceEvent } from '../../modules/remittances/events.ts'
import type { Part } from '../../modules/shared/monthly-parts.ts'
import type { Recorded } from '../projection.ts'
import type { Past } from '../table.ts'
import { codeOf } from './bill-codes.ts'
import type { BillCount, BillRow, PaymentRow, Total } from './tables.ts'

/** A row whose old version is kept when it is replaced. `since`: the position of the event that made the row. */
type Version = { id: string; since: bigint }

/**
 * A bill with a change that counts for its payor: in the due date of its open balance, or it was archived or unarchived
 * (R101). `due`: null if nothing is open.
 */
export type Moved = Readonly<{ bill: BillRow; was: CountedAs; is: CountedAs }>
type CountedAs = Readonly<{ due: string | null; counted: boolean }>

const NOT_COUNTED: CountedAs = { due: null, counted: false }
const countedAs = ({ balance, state, nextDue }: BillRow): CountedAs => ({ due: balance > 0 ? nextDue : null, counted: state !== 'Archived' })

/** A summary of a payor's bills in a program, without the bills in `Moved`. */
export type Others = Readonly<{ payorId: string; programId: string; firstDue: string | null; counted: boolean }>

const adder = () => {
  const sums = new Map<string, number>()
  return { sums, add: (key: string, by: number) => void sums.set(key, (sums.get(key) ?? 0) + by) }
}

/**
 * The changes that these bills make to the counts of payors: debtors by network and due date, billed payors by program.
 */
export const foldPayors = (moved: readonly Moved[], others: readonly Others[]) => {
  const debtors = adder()
  const billed = adder()
  const least = (days: readonly (string | null)[]) => days.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null)
  const othersOf = grouped(others, ({ payorId }) => payorId)
  for (const [payorId, theirs] of grouped(moved, ({ bill }) => bill.payorId)) {
    const rest = othersOf.get(payorId) ?? []
    const firstDue = (at: 'was' | 'is') => least([...rest.map((one) => one.firstDue), ...theirs.map((one) => one[at].due)])
    const [before, after] = [firstDue('was'), firstDue('is')]
    const networkId = theirs[0]?.bill.networkId
    if (before !== after) {
      if (before !== null) debtors.add(`${networkId} ${before}`, -1)
      if (after !== null) debtors.add(`${networkId} ${after}`, 1)
    }
    for (const [programId, bills] of grouped(theirs, ({ bill }) => bill.programId)) {
      if (rest.some((one) => one.programId === programId && one.counted)) continue
      const has = (at: 'was' | 'is') => Number(bills.some((one) => one[at].counted))
      billed.add(programId, has('is') - has('was'))
    }
  }
  return {
    debtors: [...debtors.sums].map(([key, payors]) => {
      const [networkId = '', firstDue = ''] = key.split(' ')
      return { networkId, firstDue, payors }
    }),
    billed: [...billed.sums].map(([programId, payors]) => ({ programId, payors })),
  }
}

const QUARTER_HOUR_MS = 900_000

const planIn = ({ plan }: BillRow): Plan | null => (plan === null ? null : JSON.parse(plan))
const owedOn = (bill: BillRow): Part[] => owedParts({ balance: bill.balance, dueDate: bill.dueDate as LocalDate, plan: planIn(bill) })

const statusOf = ({ refunded, disputed, amount }: Omit<PaymentMoney, 'reversed'>): PaymentRow['status'] =>
  disputed > 0 && disputed + refunded >= amount ? 'Reversed' : refunded <= 0 ? 'Completed' : refunded >= amount ? 'Refunded' : 'PartiallyRefunded'

export type LedgerEvent = BillEvent | RemittanceEvent
type RemittanceRecorded = Extract<RemittanceEvent, { type: 'RemittanceRecorded' }>
const isOfBill = (event: Recorded<LedgerEvent>): event is Recorded<BillEvent> => 'billId' in event.data && event.type !== 'RemittanceRefused'

/** The bills and payments that a batch's events refer to and that are older than the batch. */
export const mentionedIn = (events: readonly Recorded<LedgerEvent>[]): { bills: Set<string>; payments: Set<string> } => {
  const bills = new Set<string>()
  const payments = new Set<string>()
  const born = new Set<string>()
  for (const event of events) {
    if (event.type === 'RemittanceRecorded') for (const { billId } of event.data.allocations) bills.add(billId)
    if (!isOfBill(event)) continue
    const { type, data } = event
    if (type === 'BillIssued') born.add(data.billId)
    else bills.add(data.billId)
    const { other, payments: changed = [] } = effectOf(event)
    // Credit moves between two bills: both change.
    if (other) bills.add(other.billId)
    for (const { paymentId } of changed) payments.add(paymentId)
  }
  for (const id of born) bills.delete(id)
  return { bills, payments }
}

/**
 * Keeps the versions that end in a batch. `past`: those that also began in the batch. `endOf`: for a version that is in
 * the tables, the position of the event that ends it.
 */
const versions = <Row extends Version>(isNew: (id: string) => boolean) => {
  const endOf = new Map<string, bigint>()
  const past: Past<Row>[] = []
  return {
    endOf,
    past,
    begin: (row: Row, position: bigint): void => {
      if (row.since === position) return
      if (isNew(row.id) || endOf.has(row.id)) past.push({ ...row, until: position })
      else endOf.set(row.id, position)
      row.since = position
    },
  }
}

/** The rows that replace rows in the tables, each with the position that ended the replaced version. */
const changedOf = <Row extends Version>(rows: readonly Row[], endOf: ReadonlyMap<string, bigint>): Past<Row>[] =>
  rows.flatMap((row) => {
    const until = endOf.get(row.id)
    return until === undefined ? [] : [{ ...row, until }]
  })

class NeverRecorded extends Error {
  override readonly name = 'NeverRecorded'
}

/**
 * The sums that a batch changes: the figures of bills before and after each event, and the money collected at a moment.
 */
const openSums = (stepLength: bigint) => {
  const totals = new Map<string, Total>()
  const counts = new Map<string, BillCount>()
  const collections = new Map<string, { networkId: string; at: Instant; cents: Cents }>()

  const totalOf = ({ programId, networkId }: BillRow, dueDate: string): Total => {
    const key = `${programId} ${dueDate}`
    let total = totals.get(key)
    if (!total) {
      total = { programId, dueDate, networkId, assessed: 0, collected: 0, outstanding: 0, unapplied: 0 }
      totals.set(key, total)
    }
    return total
  }
  const addTo = (bill: BillRow, sign: 1 | -1, position: bigint) => {
    const { programId, state, dueDate, nextDue, networkId, collected, unapplied } = bill
    // The money that was collected for an archived bill still counts as assessed; its balance is waived (R99).
    const total = totalOf(bill, dueDate)
    total.assessed += sign * collected
    total.collected += sign * collected
    total.unapplied += sign * unapplied
    for (const part of owedOn(bill)) {
      const owed = totalOf(bill, part.dueDate)
      owed.assessed += sign * part.amount
      owed.outstanding += sign * part.amount
    }
    const step = position - (position % stepLength)
    const key = `${programId} ${state} ${nextDue} ${step}`
    const count = counts.get(key)
    if (count) count.bills += sign
    else counts.set(key, { networkId, step, programId, state, nextDue, bills: sign })
  }
  /** Adds money that was applied to bills at a moment. Refunds and reversals are negative. */
  const collect = ({ networkId }: BillRow, moment: Instant, cents: Cents) => {
    const at = new Date(Math.floor(Date.parse(moment) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS).toISOString() as Instant
    const key = `${networkId} ${at}`
    collections.set(key, { networkId, at, cents: (collections.get(key)?.cents ?? 0) + cents })
  }
  return { totals, counts, collections, addTo, collect }
}

type DataOf<Type extends BillEvent['type']> = Extract<BillEvent, { type: Type }>['data']
type EventPlace = Pick<Recorded<BillEvent>, 'position' | 'revision' | 'metadata'>
/** Any event of a bill except the one that issued it. */
type Later = Recorded<Exclude<BillEvent, { type: 'BillIssued' }>>

/** A moment in milliseconds, and up to 999 microseconds after it. */
const microsecondsAfter = (at: Instant, n: number): Instant => at.replace('Z', `${String(n).padStart(3, '0')}Z`) as Instant

const NO_CLAIM = { claimMethod: null, claimAmount: null, claimedAt: null } as const

const issuedBill = (data: DataOf<'BillIssued'>, { position, revision, metadata }: EventPlace): BillRow => {
  const { billId, networkId, programId, payorId, amount, dueDate, period, n } = data
  return {
    id: billId,
    code: codeOf(billId),
    networkId,
    programId,
    payorId,
    state: 'Unpaid',
    amount,
    collected: 0,
    balance: amount,
    dueDate,
    nextDue: dueDate,
    plan: null,
    period,
    n,
    ...NO_CLAIM,
    debit: null,
    returnedAt: null,
    returnedCode: null,
    payingSince: null,
    replaced: false,
    adjusted: 0,
    credited: 0,
    unapplied: 0,
    createdAt: metadata.at,
    position,
    revision,
    since: position,
    changedAt: metadata.at,
    took: 0,
  }
}

const recordedPayment = (
  { networkId, programId, payorId }: BillRow,
  data: Omit<DataOf<'PaymentRecorded'>, 'stripe'> & Pick<RemittanceRecorded['data'], 'stripe'>,
  { position, metadata }: EventPlace,
  { remittanceId, payerId }: Pick<PaymentRow, 'remittanceId' | 'payerId'> = { remittanceId: data.paymentId, payerId: data.payerId ?? payorId },
): PaymentRow => {
  const { billId, paymentId, amount, applied, method, reference, receivedOn, stripe, language = null } = data
  return {
    ...{ id: paymentId, remittanceId, payerId },
    billId,
    networkId,
    programId,
    payorId,
    amount,
    applied,
    used: 0,
    refunded: 0,
    disputed: 0,
    method,
    reference,
    language,
    receiptNumber: '',
    status: 'Completed',
    receivedOn,
    fee: null,
    net: null,
    accountId: stripe?.accountId ?? null,
    intentId: stripe?.intentId ?? null,
    createdAt: metadata.at,
    position,
    since: position,
  }
}

/** Applies an effect to the money of a bill's row, from which its status follows. */
const settle = (bill: BillRow, effect: Effect): void => {
  const after = standingAfter({ ...bill, archived: bill.state === 'Archived', plan: planIn(bill) }, effect)
  const { archived: _, plan, ...money } = after
  Object.assign(bill, money)
  if (endsClaim(after)) Object.assign(bill, NO_CLAIM)
  if (after.debit !== 'failed') Object.assign(bill, { returnedAt: null, returnedCode: null })
  bill.balance = balanceOf(after)
  bill.plan = plan && JSON.stringify({ ...plan, parts: withOpen(plan, bill.balance) })
  bill.nextDue = plan ? (owedOn(bill)[0]?.dueDate ?? bill.dueDate) : bill.dueDate
  // A bill becomes overdue as days pass, so the list's queries decide that (projections/bills/list.ts).
  bill.state = billStatus(after, bill.claimMethod !== null, false) as BillRow['state']
}

/** Applies an event to a bill's row: its claim, payment attempt and returned debit, then its money. */
const change = (bill: BillRow, { type, data, metadata }: Later, effect: Effect): void => {
  if (type === 'PaymentClaimed') Object.assign(bill, { claimMethod: data.method, claimAmount: data.amount ?? null, claimedAt: metadata.at })
  const isConfirmed = type === 'PaymentRecorded' && data.claimId !== undefined
  if (type === 'PaymentClaimWithdrawn' || type === 'PaymentNotReceived' || isConfirmed) Object.assign(bill, NO_CLAIM)
  if (type === 'PaymentAttemptOpened') bill.payingSince = metadata.at
  if (type === 'PaymentAttemptClosed' || type === 'DebitFailed' || (type === 'PaymentRecorded' && data.stripe)) bill.payingSince = null
  if (type === 'BillReplaced') bill.replaced = true
  if (type === 'DebitFailed') Object.assign(bill, { returnedAt: metadata.at, returnedCode: data.code })
  settle(bill, effect)
}

const found = <Row>(rows: ReadonlyMap<string, Row>, id: string, { type, position }: Pick<Recorded<LedgerEvent>, 'type' | 'position'>): Row => {
  const row = rows.get(id)
  if (!row) throw new NeverRecorded(`${type} at ${position} speaks of ${id}, which was never recorded`)
  return row
}

/** Applies a batch's events to the bills and payments that they change. Returns the changed rows. */
export const foldLedger = (
  known: Readonly<{ bills: ReadonlyMap<string, BillRow>; payments: ReadonlyMap<string, PaymentRow> }>,
  events: readonly Recorded<LedgerEvent>[],
  /** The number of positions in a step. */
  stepLength = 1_000n,
) => {
  const bills = new Map(known.bills)
  const payments = new Map(known.payments)
  const issued = new Set<string>()
  const recorded = new Set<string>()
  const ofBills = versions<BillRow>((id) => issued.has(id))
  const ofPayments = versions<PaymentRow>((id) => recorded.has(id))
  const standings = new Map([...known.bills].map(([id, bill]) => [id, countedAs(bill)]))
  const { totals, counts, collections, addTo, collect } = openSums(stepLength)
  const begin = (bill: BillRow, { position, metadata }: EventPlace): void => {
    ofBills.begin(bill, position)
    bill.changedAt = metadata.at
    bill.took = 0
  }
  const paymentOf = (id: string, event: Later): PaymentRow => {
    const payment = found(payments, id, event)
    ofPayments.begin(payment, event.position)
    return payment
  }
  const changePayments = (bill: BillRow, event: Later, changed: Effect['payments'] = []): void => {
    for (const by of changed) {
      const payment = paymentOf(by.paymentId, event)
      const { reversed, ...after } = paymentAfter({ ...payment, reversed: false }, by)
      Object.assign(payment, after)
      if (by.fee !== undefined) Object.assign(payment, { fee: by.fee, net: by.net })
      if (reversed) payment.status = 'Reversed'
      else if (by.refunded || by.disputed) payment.status = statusOf(after)
    }
    if (event.type === 'PaymentRecorded') add(recordedPayment(bill, event.data, event))
  }
  const add = (payment: PaymentRow): void => {
    recorded.add(payment.id)
    payments.set(payment.id, payment)
  }
  /** Changes the other bill, if credit moves between it and this one. */
  const changeOther = (bill: BillRow, event: Later, { other }: Effect): void => {
    if (!other) return
    const from = found(bills, other.billId, event)
    if (from !== bill) {
      begin(from, event)
      addTo(from, -1, event.position)
    }
    from.unapplied += other.unapplied
    if (from !== bill) addTo(from, 1, event.position)
  }

  /**
   * Moves the money of all allocations. Their rows are a microsecond apart, since lists tell rows apart by moment and
   * position.
   */
  const recordRemittance = (event: Recorded<RemittanceRecorded>): void => {
    const { remittanceId, payerId, method, reference, receivedOn, stripe, language, allocations } = event.data
    for (const [n, { billId, paymentId, amount, applied, revision }] of allocations.entries()) {
      const bill = found(bills, billId, event)
      begin(bill, event)
      addTo(bill, -1, event.position)
      settle(bill, { ...receives({ amount, applied }), ...(stripe && { debit: null }) })
      if (stripe) bill.payingSince = null
      const money = { amount, applied, method, reference, receivedOn, ...(stripe && { stripe }), ...(language && { language }) }
      const payment = { billId, paymentId, ...money }
      add({ ...recordedPayment(bill, payment, event, { remittanceId, payerId }), createdAt: microsecondsAfter(event.metadata.at, n) })
      bill.took = applied
      if (applied !== 0) collect(bill, event.metadata.at, applied)
      bill.revision = Math.max(bill.revision, revision)
      addTo(bill, 1, event.position)
    }
  }

  for (const event of events) {
    if (event.type === 'RemittanceRecorded') recordRemittance(event)
    // A part of a remittance counts once the remittance is recorded.
    if (!isOfBill(event) || event.type === 'PaymentHeld' || event.type === 'HeldPaymentReleased') continue
    const { position, revision, metadata } = event
    if (event.type === 'BillIssued') {
      const bill = issuedBill(event.data, event)
      bills.set(bill.id, bill)
      issued.add(bill.id)
      addTo(bill, 1, position)
      continue
    }
    const bill = found(bills, event.data.billId, event)
    begin(bill, event)
    addTo(bill, -1, position)
    const before = bill.collected
    const effect = effectOf(event)
    changePayments(bill, event, effect.payments)
    changeOther(bill, event, effect)
    change(bill, event, effect)
    bill.took = bill.collected - before
    if (bill.took !== 0) collect(bill, metadata.at, bill.took)
    bill.revision = revision
    addTo(bill, 1, position)
  }

  const allBills = [...bills.values()]
  const allPayments = [...payments.values()]
  return {
    issued: allBills.filter(({ id }) => issued.has(id)),
    changed: changedOf(allBills, ofBills.endOf),
    payments: allPayments.filter(({ id }) => recorded.has(id)),
    changedPayments: changedOf(allPayments, ofPayments.endOf),
    pastBills: ofBills.past,
    pastPayments: ofPayments.past,
    totals: [...totals.values()].filter(({ collected, outstanding, unapplied }) => collected !== 0 || outstanding !== 0 || unapplied !== 0),
    counts: [...counts.values()].filter(({ bills: by }) => by !== 0),
    moved: allBills.flatMap((bill): Moved[] => {
      const was = standings.get(bill.id) ?? NOT_COUNTED
      const is = countedAs(bill)
      return was.due === is.due && was.counted === is.counted ? [] : [{ bill, was, is }]
    }),
    collections: [...collections.values()].filter(({ cents }) => cents !== 0),
    networkOf: (event: Recorded<LedgerEvent>) => (isOfBill(event) ? found(bills, event.data.billId, event).networkId : event.data.networkId),
  }
}
