import { type Bill, type BillStatus, type Figures, figuresOf, type Movement, type Payment } from './pack-format.ts'

/** The event on a line of the pack. Its `data` is checked only when it is used. */
export type PackEvent = Readonly<{ type: string; data: Readonly<Record<string, unknown>>; metadata: Readonly<Record<string, unknown>> }>

type Fields = Readonly<Record<string, unknown>>

const text = (data: Fields, field: string): string => {
  const value = data[field]
  if (typeof value !== 'string') throw new Error(`${field} is missing.`)
  return value
}
const textOrNull = (data: Fields, field: string): string | null => (data[field] === null ? null : text(data, field))
const cents = (data: Fields, field: string): number => {
  const value = data[field]
  if (!Number.isSafeInteger(value)) throw new Error(`${field} is no amount in cents.`)
  return value as number
}

const NOTHING: Figures = { bills: 0, assessed: 0, collected: 0, outstanding: 0, unapplied: 0 }

export const added = (a: Figures, b: Figures, sign = 1): Figures => ({
  bills: a.bills + sign * b.bills,
  assessed: a.assessed + sign * b.assessed,
  collected: a.collected + sign * b.collected,
  outstanding: a.outstanding + sign * b.outstanding,
  unapplied: a.unapplied + sign * b.unapplied,
})

const statusOf = ({ collected, amount, claim, debit }: Bill): BillStatus => {
  if (collected >= amount) return 'Paid'
  if (claim || debit === 'under way') return 'PendingConfirmation'
  if (debit === 'failed') return 'Failed'
  return collected > 0 ? 'Partial' : 'Unpaid'
}

const settle = (bill: Bill): void => {
  const archived = bill.status === 'Archived'
  if (archived || bill.collected >= bill.amount) bill.claim = null
  bill.balance = archived ? 0 : bill.amount - bill.collected
  bill.status = archived ? 'Archived' : statusOf(bill)
}

const paymentStatus = ({ amount, refunded, disputed }: Payment): string => {
  if (disputed > 0 && disputed + refunded >= amount) return 'Reversed'
  if (refunded <= 0) return 'Completed'
  return refunded >= amount ? 'Refunded' : 'PartiallyRefunded'
}

/** The bills, the payments, and the figures of each program with their changes. */
const openAccounts = () => {
  const bills = new Map<string, Bill>()
  const payments = new Map<string, Payment>()
  const names = new Map<string, string>()
  const figures = new Map<string, Figures>()
  const movements = new Map<string, Map<string, Movement>>()

  const count = (program: string, by: Figures, sign: 1 | -1): void => {
    figures.set(program, added(figures.get(program) ?? NOTHING, by, sign))
  }
  const movementOf = (program: string, type: string): Movement => {
    const ofProgram = movements.get(program) ?? new Map<string, Movement>()
    movements.set(program, ofProgram)
    const movement = ofProgram.get(type) ?? { events: 0, figures: NOTHING }
    ofProgram.set(type, movement)
    return movement
  }
  const billOf = (id: string): Bill => {
    const bill = bills.get(id)
    if (!bill) throw new Error(`This network has no bill ${id}.`)
    return bill
  }
  const paymentOf = (data: Fields): Payment => {
    const payment = payments.get(text(data, 'paymentId'))
    if (!payment) throw new Error(`This network has no payment ${text(data, 'paymentId')}.`)
    return payment
  }

  /** Changes a bill with `work`, and adds the difference to the figures of its program. */
  const change = (bill: Bill, type: string, events: 0 | 1, work: () => void): void => {
    const before = figuresOf(bill)
    work()
    settle(bill)
    const after = figuresOf(bill)
    count(bill.program, before, -1)
    count(bill.program, after, 1)
    const movement = movementOf(bill.program, type)
    movement.events += events
    movement.figures = added(added(movement.figures, before, -1), after)
  }

  const issue = ({ data, type }: PackEvent): void => {
    const amount = cents(data, 'amount')
    const bill: Bill = {
      id: text(data, 'billId'),
      program: text(data, 'programId'),
      payor: text(data, 'payorId'),
      period: text(data, 'period'),
      dueDate: text(data, 'dueDate'),
      amount,
      collected: 0,
      balance: amount,
      unapplied: 0,
      status: 'Unpaid',
      claim: null,
      debit: null,
    }
    if (bills.has(bill.id)) throw new Error(`Bill ${bill.id} was issued before.`)
    bill.status = statusOf(bill)
    bills.set(bill.id, bill)
    count(bill.program, figuresOf(bill), 1)
    const movement = movementOf(bill.program, type)
    movement.events += 1
    movement.figures = added(movement.figures, figuresOf(bill))
  }

  return { bills, payments, names, figures, movements, count, billOf, paymentOf, change, issue }
}
type Accounts = ReturnType<typeof openAccounts>

type Payments = Pick<Accounts, 'payments' | 'paymentOf'>

const take = ({ paymentOf }: Payments, bill: Bill, data: Fields, sign: 1 | -1): Payment => {
  const payment = paymentOf(data)
  payment.applied -= sign * cents(data, 'applied')
  bill.collected -= sign * cents(data, 'applied')
  bill.unapplied -= sign * cents(data, 'unapplied')
  return payment
}

const record = (bill: Bill, { data, metadata }: PackEvent, { payments }: Payments): void => {
  const [amount, applied] = [cents(data, 'amount'), cents(data, 'applied')]
  const id = text(data, 'paymentId')
  if (payments.has(id)) throw new Error(`Payment ${id} was recorded before.`)
  bill.collected += applied
  bill.unapplied += amount - applied
  if (data.stripe || bill.debit === 'failed') bill.debit = null
  if (data.claimId !== undefined) bill.claim = null
  payments.set(id, {
    ...{ id, bill: bill.id, program: bill.program, payor: bill.payor, amount, applied, used: 0, refunded: 0, disputed: 0, status: 'Completed' },
    ...{ method: textOrNull(data, 'method'), receivedOn: textOrNull(data, 'receivedOn'), recordedAt: text(metadata, 'at') },
  })
}

type Touches = readonly [inWords: string, (bill: Bill, event: PackEvent, accounts: Payments) => void]
/**
 * The effect of each type of event on its bill, as code and as a sentence (for effects.md, which helps people who write
 * other verifiers). Balance and status are derived afterwards.
 */
const effects: Readonly<Record<string, Touches>> = {
  BillAmountChanged: [
    "the bill's amount is `amount`",
    (bill, { data }) => {
      bill.amount = cents(data, 'amount')
    },
  ],
  BillAdjusted: [
    'amount + `amount`; each of `released`: payment applied − `amount`, bill collected − `amount`, unapplied + `amount`',
    (bill, { data }, accounts) => {
      bill.amount += cents(data, 'amount')
      for (const part of data.released as readonly Fields[]) {
        const amount = cents(part, 'amount')
        accounts.paymentOf(part).applied -= amount
        bill.collected -= amount
        bill.unapplied += amount
      }
    },
  ],
  BillArchived: [
    'archived',
    (bill) => {
      bill.status = 'Archived'
    },
  ],
  BillUnarchived: [
    'no longer archived',
    (bill) => {
      bill.status = 'Unpaid'
    },
  ],
  PaymentClaimed: [
    'claim is `method`',
    (bill, { data }) => {
      bill.claim = text(data, 'method')
    },
  ],
  PaymentClaimWithdrawn: [
    'claim is none',
    (bill) => {
      bill.claim = null
    },
  ],
  PaymentNotReceived: [
    'claim is none',
    (bill) => {
      bill.claim = null
    },
  ],
  DebitStarted: [
    'debit is under way',
    (bill) => {
      bill.debit = 'under way'
    },
  ],
  DebitFailed: [
    'debit is failed',
    (bill) => {
      bill.debit = 'failed'
    },
  ],
  PaymentRecorded: [
    'a payment of `amount` and `applied`; collected + `applied`, unapplied + `amount` − `applied`; the debit ends if it had failed or the payment has `stripe`; with `claimId` claim is none',
    record,
  ],
  PaymentReversed: [
    'collected − `applied`, unapplied − `unapplied`; the payment applies 0 and is Reversed',
    (bill, { data }, accounts) => {
      const payment = take(accounts, bill, data, 1)
      payment.applied = 0
      payment.status = 'Reversed'
    },
  ],
  PaymentRefunded: [
    'payment applied − `applied`, refunded + `amount`; collected − `applied`, unapplied − `unapplied`',
    (bill, { data }, accounts) => {
      const payment = take(accounts, bill, data, 1)
      payment.refunded += cents(data, 'amount')
      payment.status = paymentStatus(payment)
    },
  ],
  RefundFailed: [
    'payment applied + `applied`, refunded − `applied` − `unapplied`; collected + `applied`, unapplied + `unapplied`',
    (bill, { data }, accounts) => {
      const payment = take(accounts, bill, data, -1)
      payment.refunded -= cents(data, 'applied') + cents(data, 'unapplied')
      payment.status = paymentStatus(payment)
    },
  ],
  PaymentDisputed: [
    'as `PaymentRefunded`, with disputed in place of refunded',
    (bill, { data }, accounts) => {
      const payment = take(accounts, bill, data, 1)
      payment.disputed += cents(data, 'amount')
      payment.status = paymentStatus(payment)
    },
  ],
  DisputeWon: [
    'as `RefundFailed`, with disputed in place of refunded',
    (bill, { data }, accounts) => {
      const payment = take(accounts, bill, data, -1)
      payment.disputed -= cents(data, 'applied') + cents(data, 'unapplied')
      payment.status = paymentStatus(payment)
    },
  ],
  CreditRefunded: [
    'payment refunded + `amount`; unapplied − `amount`',
    (bill, { data }, accounts) => {
      const payment = accounts.paymentOf(data)
      payment.refunded += cents(data, 'amount')
      payment.status = paymentStatus(payment)
      bill.unapplied -= cents(data, 'amount')
    },
  ],
  CreditUsed: [
    'payment used + `amount`',
    (_, { data }, accounts) => {
      accounts.paymentOf(data).used += cents(data, 'amount')
    },
  ],
  CreditReturned: [
    'payment used − `amount`',
    (_, { data }, accounts) => {
      accounts.paymentOf(data).used -= cents(data, 'amount')
    },
  ],
  CreditApplied: [
    'collected + `amount`; unapplied of `fromBillId` − `amount`',
    (bill, { data }) => {
      bill.collected += cents(data, 'amount')
    },
  ],
  CreditTakenBack: [
    'collected − `amount`; unapplied of `fromBillId` + `amount`',
    (bill, { data }) => {
      bill.collected -= cents(data, 'amount')
    },
  ],
}

/** The one event that touches several bills: all allocations of a remittance at once. */
const REMITTANCE = 'RemittanceRecorded'
/** The events that touch a bill. */
export const TOUCHING = ['BillIssued', REMITTANCE, ...Object.keys(effects)]
/** The effects as a table in Markdown. */
export const effectsInWords = (): string =>
  [
    '| event | effect |',
    '|---|---|',
    '| `BillIssued` | a bill of `amount` |',
    `| \`${REMITTANCE}\` | for each of \`allocations\`, on the bill \`billId\`: as \`PaymentRecorded\`, with \`method\`, \`receivedOn\` and \`stripe\` of the remittance |`,
    ...Object.entries(effects).map(([type, [words]]) => `| \`${type}\` | ${words} |`),
  ].join('\n')

/**
 * The bookkeeping of a verifier: computes bills, payments and sums from the events alone. It checks the product's own
 * bookkeeping, so it is written separately and imports none of it.
 */
export const openBooks = () => {
  const accounts = openAccounts()
  const { bills, payments, names, figures, movements, count, billOf, change, issue } = accounts

  /** Applies an event; events that move no money are skipped. */
  const apply = (event: PackEvent): void => {
    const { type, data } = event
    if (type === 'ProgramCreated' || type === 'ProgramChanged') {
      const program = text(data, 'programId')
      names.set(program, text(data.terms as Fields, 'name').replace(/\s+/g, ' '))
      if (!figures.has(program)) figures.set(program, NOTHING)
    }
    if (type === 'BillIssued') issue(event)
    if (type === REMITTANCE)
      for (const allocation of data.allocations as readonly Fields[]) {
        const bill = billOf(text(allocation, 'billId'))
        const payment = { ...event, data: { method: data.method, receivedOn: data.receivedOn, stripe: data.stripe, ...allocation } }
        change(bill, type, 1, () => record(bill, payment, accounts))
      }
    const effect = Object.hasOwn(effects, type) ? effects[type]?.[1] : undefined
    if (!effect) return
    const bill = billOf(text(data, 'billId'))
    change(bill, type, 1, () => effect(bill, event, accounts))
    // Credit applied to this bill is taken from the other bill's unapplied money; credit taken back is returned there.
    const moved = type === 'CreditApplied' ? -1 : type === 'CreditTakenBack' ? 1 : 0
    if (moved === 0) return
    const from = billOf(text(data, 'fromBillId'))
    change(from, type, 0, () => {
      from.unapplied += moved * cents(data, 'amount')
    })
  }

  return {
    bills,
    payments,
    names,
    movements,
    apply,
    /** Adds a bill in its state before the first event. */
    open: (bill: Bill): void => {
      bills.set(bill.id, bill)
      count(bill.program, figuresOf(bill), 1)
    },
    nameProgram: (program: string, name: string): void => {
      names.set(program, name)
      if (!figures.has(program)) figures.set(program, NOTHING)
    },
    /** The current figures of each program. */
    figures: (): ReadonlyMap<string, Figures> => new Map(figures),
  }
}
export type Books = ReturnType<typeof openBooks>

export const sumOf = (all: Iterable<Figures>): Figures => [...all].reduce((sum, one) => added(sum, one), NOTHING)
