import type { BillEvent } from '../../modules/bills/events.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import { grouped } from '../../modules/kernel/grouped.ts'
import type { Cents } from '../../modules/kernel/money.ts'
import type { Recorded } from '../projection.ts'
import type { Past } from '../table.ts'
import { codeOf } from './bill-codes.ts'
import type { BillCount, BillRow, PaymentRow, Total } from './tables.ts'

/** A row that is kept when the next one replaces it: `since` is the position of the event that made it. */
type Version = { id: string; since: bigint }

/** A bill that became or ceased to be open, or to count for its payor (R117: archived bills do not count). */
export type Moved = Readonly<{ bill: BillRow; was: Standing; is: Standing }>
type Standing = Readonly<{ open: boolean; counted: boolean }>

const NO_STANDING: Standing = { open: false, counted: false }
const standingOf = ({ balance, state }: BillRow): Standing => ({ open: balance > 0, counted: state !== 'Archived' })

/** A summary of a payor's bills in a program, except those that moved. */
export type Others = Readonly<{ payorId: string; programId: string; firstDue: string | null; counted: boolean }>

const adder = () => {
  const sums = new Map<string, number>()
  return { sums, add: (key: string, by: number) => void sums.set(key, (sums.get(key) ?? 0) + by) }
}

/** The changes that moved bills make to the counts of payors: those who owe, by network and due date, and those billed, by program. */
export const foldPayors = (moved: readonly Moved[], others: readonly Others[]) => {
  const debtors = adder()
  const billed = adder()
  const least = (days: readonly (string | null)[]) => days.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null)
  const othersOf = grouped(others, ({ payorId }) => payorId)
  for (const [payorId, theirs] of grouped(moved, ({ bill }) => bill.payorId)) {
    const rest = othersOf.get(payorId) ?? []
    const firstDue = (at: 'was' | 'is') =>
      least([...rest.map((one) => one.firstDue), ...theirs.map((one) => (one[at].open ? one.bill.dueDate : null))])
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

/** An archived bill's collected money stays assessed and collected; its balance is waived (R116). */
const figuresOf = (bill: BillRow) => ({
  assessed: bill.state === 'Archived' ? bill.collected : bill.amount,
  collected: bill.collected,
  outstanding: bill.balance,
  unapplied: bill.unapplied,
})

const statusOf = ({ refunded, disputed, amount }: PaymentRow): PaymentRow['status'] =>
  disputed > 0 && disputed + refunded >= amount ? 'Reversed' : refunded <= 0 ? 'Completed' : refunded >= amount ? 'Refunded' : 'PartiallyRefunded'

const settle = (bill: BillRow, archived: boolean): void => {
  bill.balance = archived ? 0 : bill.amount - bill.collected
  if (archived) bill.state = 'Archived'
  else if (bill.collected >= bill.amount) bill.state = 'Paid'
  else if (bill.claimMethod || bill.debit === 'under way') bill.state = 'PendingConfirmation'
  else if (bill.debit === 'failed') bill.state = 'Failed'
  else bill.state = bill.collected > 0 ? 'Partial' : 'Unpaid'
}

/** The earlier bills and payments that a batch's events refer to. */
export const mentionedIn = (events: readonly Recorded<BillEvent>[]): { bills: Set<string>; payments: Set<string> } => {
  const bills = new Set<string>()
  const payments = new Set<string>()
  const born = new Set<string>()
  for (const { type, data } of events) {
    if (type === 'BillIssued') born.add(data.billId)
    else bills.add(data.billId)
    // Credit moves from one bill to another: both change.
    if (type === 'CreditApplied' || type === 'CreditTakenBack') bills.add(data.fromBillId)
    if (type === 'BillAdjusted') for (const { paymentId } of data.released) payments.add(paymentId)
    switch (type) {
      case 'PaymentReversed':
      case 'CreditUsed':
      case 'CreditReturned':
      case 'CreditRefunded':
      case 'PaymentFeeNoted':
      case 'PaymentRefunded':
      case 'RefundFailed':
      case 'PaymentDisputed':
      case 'DisputeWon':
        payments.add(data.paymentId)
    }
  }
  for (const id of born) bills.delete(id)
  return { bills, payments }
}

/**
 * Keeps the versions that a batch ends. A row of the tables is told by the position that ends it (`endOf`), since the database keeps that
 * version itself; versions that begin and end within the batch are in `past`.
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

/** The rows that replace those of the tables, each with the position that ended the earlier one. */
const changedOf = <Row extends Version>(rows: readonly Row[], endOf: ReadonlyMap<string, bigint>): Past<Row>[] =>
  rows.flatMap((row) => {
    const until = endOf.get(row.id)
    return until === undefined ? [] : [{ ...row, until }]
  })

class NeverRecorded extends Error {
  override readonly name = 'NeverRecorded'
}

/** The sums that a batch changes: what bills count for, before an event and after it, and what came in at a moment. */
const openSums = (stepLength: bigint) => {
  const totals = new Map<string, Total>()
  const counts = new Map<string, BillCount>()
  const collections = new Map<string, { networkId: string; at: Instant; cents: Cents }>()

  const totalOf = (bill: BillRow): Total => {
    const key = `${bill.programId} ${bill.dueDate}`
    let total = totals.get(key)
    if (!total) {
      total = { programId: bill.programId, dueDate: bill.dueDate, networkId: bill.networkId, assessed: 0, collected: 0, outstanding: 0, unapplied: 0 }
      totals.set(key, total)
    }
    return total
  }
  const addTo = (bill: BillRow, sign: 1 | -1, position: bigint) => {
    const total = totalOf(bill)
    const { assessed, collected, outstanding, unapplied } = figuresOf(bill)
    total.assessed += sign * assessed
    total.collected += sign * collected
    total.outstanding += sign * outstanding
    total.unapplied += sign * unapplied
    const { programId, state, dueDate, networkId } = bill
    const step = position - (position % stepLength)
    const key = `${programId} ${state} ${dueDate} ${step}`
    const count = counts.get(key)
    if (count) count.bills += sign
    else counts.set(key, { networkId, step, programId, state, dueDate, bills: sign })
  }
  /** Adds money applied to bills at a moment, or taken back (negative). */
  const collect = ({ networkId }: BillRow, moment: Instant, cents: Cents) => {
    const at = new Date(Math.floor(Date.parse(moment) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS).toISOString() as Instant
    const key = `${networkId} ${at}`
    collections.set(key, { networkId, at, cents: (collections.get(key)?.cents ?? 0) + cents })
  }
  return { totals, counts, collections, addTo, collect }
}

type DataOf<Type extends BillEvent['type']> = Extract<BillEvent, { type: Type }>['data']
type Told = Pick<Recorded<BillEvent>, 'position' | 'revision' | 'metadata'>
/** What happens to a bill that is there. */
type Later = Recorded<Exclude<BillEvent, { type: 'BillIssued' }>>

const issuedBill = (data: DataOf<'BillIssued'>, { position, revision, metadata }: Told): BillRow => {
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
    period,
    n,
    claimMethod: null,
    claimedAt: null,
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

const recordedPayment = ({ networkId, programId, payorId }: BillRow, data: DataOf<'PaymentRecorded'>, { position, metadata }: Told): PaymentRow => {
  const { billId, paymentId, amount, applied, method, reference, receivedOn, stripe, language = null } = data
  return {
    id: paymentId,
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

type Split = Readonly<{ applied: Cents; unapplied: Cents }>
const take = (bill: BillRow, payment: PaymentRow, { applied, unapplied }: Split): void => {
  payment.applied -= applied
  bill.collected -= applied
  bill.unapplied -= unapplied
}
const giveBack = (bill: BillRow, payment: PaymentRow, { applied, unapplied }: Split): void =>
  take(bill, payment, { applied: -applied, unapplied: -unapplied })

/** Money that left a payment, for the payor or for as long as a dispute lasts; below 0 it came back. */
const left = (payment: PaymentRow, how: 'refunded' | 'disputed', cents: Cents): PaymentRow => {
  payment[how] += cents
  payment.status = statusOf(payment)
  return payment
}

/** What an event may touch besides its bill. */
type Touched = Readonly<{
  paymentOf: (id: string, event: Later) => PaymentRow
  record: (payment: PaymentRow) => void
  /** Credit goes from one bill to another, or comes back to it. */
  moveCredit: (bill: BillRow, fromBillId: string, cents: Cents, event: Later) => void
}>

/** Changes a bill, and the payments that the event names; answers whether the bill is archived from then on. */
const change = (bill: BillRow, event: Later, touched: Touched): boolean => {
  const { type, data, metadata } = event
  let archived = bill.state === 'Archived'
  switch (type) {
    case 'BillAmountChanged':
      bill.amount = data.amount
      break
    case 'BillAdjusted':
      bill.amount += data.amount
      bill.adjusted += data.amount
      for (const { paymentId, amount } of data.released) {
        touched.paymentOf(paymentId, event).applied -= amount
        bill.collected -= amount
        bill.unapplied += amount
      }
      break
    case 'PaymentClaimed':
      bill.claimMethod = data.method
      bill.claimedAt = metadata.at
      break
    case 'PaymentClaimWithdrawn':
    case 'PaymentNotReceived':
      bill.claimMethod = null
      break
    case 'PaymentRecorded': {
      const { amount, applied, stripe } = data
      bill.collected += applied
      // A debit that is under way still is when other money comes by hand.
      if (stripe || bill.debit === 'failed') bill.debit = null
      if (stripe) bill.payingSince = null
      bill.unapplied += amount - applied
      touched.record(recordedPayment(bill, data, event))
      break
    }
    case 'PaymentReversed': {
      const payment = touched.paymentOf(data.paymentId, event)
      payment.applied = 0
      payment.status = 'Reversed'
      bill.collected -= data.applied
      bill.unapplied -= data.unapplied
      break
    }
    // Credit that is set aside is still unapplied; the other bill's CreditApplied moves it.
    case 'CreditUsed':
      touched.paymentOf(data.paymentId, event).used += data.amount
      break
    case 'CreditReturned':
      touched.paymentOf(data.paymentId, event).used -= data.amount
      break
    case 'CreditApplied':
      bill.collected += data.amount
      bill.credited += data.amount
      touched.moveCredit(bill, data.fromBillId, -data.amount, event)
      break
    case 'CreditTakenBack':
      bill.collected -= data.amount
      bill.credited -= data.amount
      touched.moveCredit(bill, data.fromBillId, data.amount, event)
      break
    case 'CreditRefunded':
      left(touched.paymentOf(data.paymentId, event), 'refunded', data.amount)
      bill.unapplied -= data.amount
      break
    case 'PaymentFeeNoted':
      Object.assign(touched.paymentOf(data.paymentId, event), { fee: data.fee, net: data.net })
      break
    case 'PaymentRefunded':
      take(bill, left(touched.paymentOf(data.paymentId, event), 'refunded', data.amount), data)
      break
    case 'RefundFailed':
      giveBack(bill, left(touched.paymentOf(data.paymentId, event), 'refunded', -(data.applied + data.unapplied)), data)
      break
    case 'PaymentDisputed':
      take(bill, left(touched.paymentOf(data.paymentId, event), 'disputed', data.amount), data)
      break
    case 'DisputeWon':
      giveBack(bill, left(touched.paymentOf(data.paymentId, event), 'disputed', -(data.applied + data.unapplied)), data)
      break
    case 'DebitStarted':
      bill.debit = 'under way'
      break
    case 'DebitFailed':
      bill.debit = 'failed'
      bill.returnedAt = metadata.at
      bill.returnedCode = data.code
      bill.payingSince = null
      break
    case 'PaymentAttemptOpened':
      bill.payingSince = metadata.at
      break
    case 'PaymentAttemptClosed':
      bill.payingSince = null
      break
    case 'BillArchived':
      archived = true
      break
    case 'BillUnarchived':
      archived = false
      break
    case 'BillReplaced':
      bill.replaced = true
      break
    case 'PaymentClaimOverdue':
    case 'PaymentIntentCreated':
    case 'ReceiptRequested':
    case 'RefundRequested':
    case 'DisputeLost':
      break
    default: {
      void (type satisfies never)
    }
  }
  return archived
}

const found = <Row>(rows: ReadonlyMap<string, Row>, id: string, { type, position }: Recorded<BillEvent>): Row => {
  const row = rows.get(id)
  if (!row) throw new NeverRecorded(`${type} at ${position} speaks of ${id}, which was never recorded`)
  return row
}

/** Folds a batch's events over the bills and payments that they touch, and returns the changed rows. */
export const foldLedger = (
  known: Readonly<{ bills: ReadonlyMap<string, BillRow>; payments: ReadonlyMap<string, PaymentRow> }>,
  events: readonly Recorded<BillEvent>[],
  /** The length of a step in positions. */
  stepLength = 1_000n,
) => {
  const bills = new Map(known.bills)
  const payments = new Map(known.payments)
  const issued = new Set<string>()
  const recorded = new Set<string>()
  const ofBills = versions<BillRow>((id) => issued.has(id))
  const ofPayments = versions<PaymentRow>((id) => recorded.has(id))
  const standings = new Map([...known.bills].map(([id, bill]) => [id, standingOf(bill)]))
  const { totals, counts, collections, addTo, collect } = openSums(stepLength)
  const begin = (bill: BillRow, { position, metadata }: Later): void => {
    ofBills.begin(bill, position)
    bill.changedAt = metadata.at
    bill.took = 0
  }
  const touched: Touched = {
    paymentOf: (id, event) => {
      const payment = found(payments, id, event)
      ofPayments.begin(payment, event.position)
      return payment
    },
    record: (payment) => {
      recorded.add(payment.id)
      payments.set(payment.id, payment)
    },
    moveCredit: (bill, fromBillId, cents, event) => {
      const from = found(bills, fromBillId, event)
      if (from !== bill) {
        begin(from, event)
        addTo(from, -1, event.position)
      }
      from.unapplied += cents
      if (from !== bill) addTo(from, 1, event.position)
    },
  }

  for (const event of events) {
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
    const archived = change(bill, event, touched)
    bill.took = bill.collected - before
    if (bill.took !== 0) collect(bill, metadata.at, bill.took)
    if (archived || bill.collected >= bill.amount) bill.claimMethod = null
    if (!bill.claimMethod) bill.claimedAt = null
    if (bill.debit !== 'failed') {
      bill.returnedAt = null
      bill.returnedCode = null
    }
    settle(bill, archived)
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
    totals: [...totals.values()],
    counts: [...counts.values()].filter(({ bills: by }) => by !== 0),
    moved: allBills.flatMap((bill): Moved[] => {
      const was = standings.get(bill.id) ?? NO_STANDING
      const is = standingOf(bill)
      return was.open === is.open && was.counted === is.counted ? [] : [{ bill, was, is }]
    }),
    collections: [...collections.values()].filter(({ cents }) => cents !== 0),
    networkOf: (event: Recorded<BillEvent>) => found(bills, event.data.billId, event).networkId,
  }
}
