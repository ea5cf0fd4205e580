import type { BillEvent } from '../../modules/bills/events.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { Cents } from '../../modules/kernel/money.ts'
import type { Recorded } from '../projection.ts'

/** A bill as the ledger's table has it. */
export type BillRow = {
  id: string
  networkId: string
  programId: string
  payorId: string
  state: 'Unpaid' | 'Partial' | 'PendingConfirmation' | 'Paid' | 'Archived'
  amount: Cents
  collected: Cents
  balance: Cents
  dueDate: string
  period: string
  n: number
  claimMethod: string | null
  createdAt: Instant
  position: bigint
  revision: number
}

export type PaymentRow = Readonly<{
  id: string
  billId: string
  networkId: string
  programId: string
  payorId: string
  amount: Cents
  applied: Cents
  method: string | null
  reference: string | null
  receivedOn: string | null
  createdAt: Instant
  position: bigint
}>

/** Sums by program and due date: assessed = collected + outstanding in each of them. */
export type Total = { programId: string; dueDate: string; networkId: string; assessed: Cents; collected: Cents; outstanding: Cents; unapplied: Cents }

const QUARTER_HOUR_MS = 900_000

/** What an archived bill has collected stays assessed and collected; its balance is waived (decision 21). */
const figuresOf = (bill: BillRow) => ({
  assessed: bill.state === 'Archived' ? bill.collected : bill.amount,
  collected: bill.collected,
  outstanding: bill.balance,
})

const settle = (bill: BillRow, archived: boolean): void => {
  bill.balance = archived ? 0 : bill.amount - bill.collected
  if (archived) bill.state = 'Archived'
  else if (bill.collected >= bill.amount) bill.state = 'Paid'
  else if (bill.claimMethod) bill.state = 'PendingConfirmation'
  else bill.state = bill.collected > 0 ? 'Partial' : 'Unpaid'
}

/** Folds the events of a batch over the bills that they touch, and keeps what changed. */
export const foldLedger = (known: ReadonlyMap<string, BillRow>, events: readonly Recorded<BillEvent>[]) => {
  const bills = new Map(known)
  const issued = new Set<string>()
  const payments: PaymentRow[] = []
  const totals = new Map<string, Total>()
  const collections = new Map<string, { networkId: string; at: Instant; cents: Cents }>()

  const addTo = (bill: BillRow, sign: 1 | -1, unapplied: Cents = 0) => {
    const key = `${bill.programId} ${bill.dueDate}`
    let total = totals.get(key)
    if (!total) {
      total = { programId: bill.programId, dueDate: bill.dueDate, networkId: bill.networkId, assessed: 0, collected: 0, outstanding: 0, unapplied: 0 }
      totals.set(key, total)
    }
    const { assessed, collected, outstanding } = figuresOf(bill)
    total.assessed += sign * assessed
    total.collected += sign * collected
    total.outstanding += sign * outstanding
    total.unapplied += unapplied
  }

  for (const { type, data, position, revision, metadata } of events) {
    if (type === 'BillIssued') {
      const { billId, networkId, programId, payorId, amount, dueDate, period, n } = data
      const bill: BillRow = {
        id: billId,
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
        createdAt: metadata.at,
        position,
        revision,
      }
      bills.set(billId, bill)
      issued.add(billId)
      addTo(bill, 1)
      continue
    }
    const bill = bills.get(data.billId)
    if (!bill) throw new Error(`${type} at ${position} speaks of bill ${data.billId}, which was never issued`)
    addTo(bill, -1)
    let archived = bill.state === 'Archived'
    let unapplied = 0
    switch (type) {
      case 'BillAmountChanged':
        bill.amount = data.amount
        break
      case 'PaymentClaimed':
        bill.claimMethod = data.method
        break
      case 'PaymentClaimWithdrawn':
      case 'PaymentNotReceived':
        bill.claimMethod = null
        break
      case 'PaymentRecorded': {
        const { paymentId, amount, applied, method, reference, receivedOn } = data
        bill.collected += applied
        unapplied = amount - applied
        if (bill.collected >= bill.amount) bill.claimMethod = null
        const { networkId, programId, payorId } = bill
        payments.push({
          id: paymentId,
          billId: bill.id,
          networkId,
          programId,
          payorId,
          amount,
          applied,
          method,
          reference,
          receivedOn,
          createdAt: metadata.at,
          position,
        })
        const at = new Date(Math.floor(Date.parse(metadata.at) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS).toISOString() as Instant
        const key = `${networkId} ${at}`
        collections.set(key, { networkId, at, cents: (collections.get(key)?.cents ?? 0) + applied })
        break
      }
      case 'BillArchived':
        bill.claimMethod = null
        archived = true
        break
      case 'BillUnarchived':
        archived = false
    }
    settle(bill, archived)
    bill.revision = revision
    addTo(bill, 1, unapplied)
  }

  const all = [...bills.values()]
  return {
    issued: all.filter(({ id }) => issued.has(id)),
    changed: all.filter(({ id }) => !issued.has(id)),
    payments,
    totals: [...totals.values()],
    collections: [...collections.values()].filter(({ cents }) => cents !== 0),
  }
}
