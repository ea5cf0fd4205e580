import { z } from 'zod'
import { type Cents, plainMoney } from '../kernel/money.ts'
import { csvLine } from '../shared/csv.ts'

/** The files of an audit pack and their columns. README.md describes them for people who write other verifiers. */

export const FORMAT = 'vestry-audit-pack/1'

export const FILES = [
  'README.txt',
  'opening/bills.csv',
  'opening/payments.csv',
  'opening/figures.csv',
  'events.jsonl',
  'lines.txt',
  'closing/bills.csv',
  'closing/payments.csv',
  'closing/figures.csv',
  'control.csv',
  'checkpoint-opening.txt',
  'checkpoint-closing.txt',
  'proof.json',
  'manifest.json',
  'manifest.note',
] as const
export type FileName = (typeof FILES)[number]

/** The files that the manifest lists: all except the last two, the manifest and its signed note. */
export const LISTED: readonly FileName[] = FILES.slice(0, -2)

const size = z.int().min(0)
const hashes = z.array(z.string())

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  network: z.uuid(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  madeAt: z.iso.datetime(),
  /** The public key for the notes. A verifier ignores it if the user gives a key. */
  key: z.string(),
  /** The number of the network's events before the span, and at its end. */
  opening: z.strictObject({ size }),
  closing: z.strictObject({ size }),
  /**
   * The ids of the span's events that were quarantined when the pack was made; the tables leave them out. Absent if
   * there are none.
   */
  setAside: z.array(z.string()).optional(),
  files: z.array(z.strictObject({ name: z.string(), bytes: size, lines: size, sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

/** Hashes in base64: the frontier of the tree before the span, and the RFC's proof that the closing tree extends it. */
export const Proof = z.strictObject({ frontier: hashes, consistency: hashes })
export type Proof = z.infer<typeof Proof>

/** The note's text: the tree's origin with /pack, and the manifest's SHA-256 in hexadecimal. */
export const manifestText = (origin: string, sha256: string): string => `${origin}/pack\n${sha256}\n`

/**
 * Number of hexadecimal digits of a leaf's hash in lines.txt: enough to find a changed line. The proof itself is in the
 * tree.
 */
export const TAG = 8

export const BILLS = [
  'bill',
  'program',
  'payor',
  'period',
  'dueDate',
  'amount',
  'collected',
  'balance',
  'unapplied',
  'status',
  'claim',
  'debit',
] as const
export const PAYMENTS = [
  ...(['payment', 'bill', 'program', 'payor', 'amount', 'applied', 'used', 'refunded', 'disputed'] as const),
  ...(['method', 'status', 'receivedOn', 'recordedAt'] as const),
] as const
export const FIGURES = ['program', 'name', 'bills', 'assessed', 'collected', 'outstanding', 'unapplied'] as const
export const CONTROL = ['program', 'line', 'events', 'bills', 'assessed', 'collected', 'outstanding', 'unapplied'] as const

/** The start and the end of a pack's span. */
export type End = 'opening' | 'closing'

export type BillStatus = 'Unpaid' | 'Partial' | 'PendingConfirmation' | 'Failed' | 'Paid' | 'Archived'

/** A bill as of a moment. `status` is never 'Overdue': an unpaid bill is overdue if its due date has passed. */
export type Bill = {
  id: string
  program: string
  payor: string
  period: string
  dueDate: string
  amount: Cents
  collected: Cents
  balance: Cents
  unapplied: Cents
  status: BillStatus
  claim: string | null
  debit: string | null
}

export type Payment = {
  id: string
  bill: string
  program: string
  payor: string
  amount: Cents
  applied: Cents
  used: Cents
  refunded: Cents
  disputed: Cents
  method: string | null
  status: string
  receivedOn: string | null
  recordedAt: string
}

export type Figures = { bills: number; assessed: Cents; collected: Cents; outstanding: Cents; unapplied: Cents }

/** The amounts that a bill adds to the figures. Of an archived bill only the collected money counts as assessed. */
export const figuresOf = ({ amount, collected, balance, unapplied, status }: Bill): Figures => ({
  bills: 1,
  assessed: status === 'Archived' ? collected : amount,
  collected,
  outstanding: balance,
  unapplied,
})

/** The number of events of a type, and the sum of their changes to a program's figures. */
export type Movement = { events: number; figures: Figures }
/** By program, then by type of event. */
export type Movements = ReadonlyMap<string, ReadonlyMap<string, Movement>>

export const billLine = (bill: Bill): string =>
  csvLine([
    ...[bill.id, bill.program, bill.payor, bill.period, bill.dueDate],
    ...[bill.amount, bill.collected, bill.balance, bill.unapplied].map(plainMoney),
    ...[bill.status, bill.claim, bill.debit],
  ])

export const paymentLine = (payment: Payment): string =>
  csvLine([
    ...[payment.id, payment.bill, payment.program, payment.payor],
    ...[payment.amount, payment.applied, payment.used, payment.refunded, payment.disputed].map(plainMoney),
    ...[payment.method, payment.status, payment.receivedOn, payment.recordedAt],
  ])

const figureCells = ({ bills, assessed, collected, outstanding, unapplied }: Figures): string[] => [
  String(bills),
  ...[assessed, collected, outstanding, unapplied].map(plainMoney),
]

export const figuresLine = (program: string, name: string, figures: Figures): string => csvLine([program, name, ...figureCells(figures)])

export const controlLine = (program: string, line: string, events: number, figures: Figures): string =>
  csvLine([program, line, String(events), ...figureCells(figures)])

/**
 * The cells of a record (without its line end). An apostrophe that keeps a spreadsheet from running a formula is
 * removed.
 */
export const cellsOf = (record: string): string[] =>
  Array.from(record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).replace(/^'(?=[=+\-@])(?!-\d+(?:\.\d+)?$)/, ''),
  )

export const PAYMENT_PROOF = 'vestry-payment-proof/1'

/**
 * The file that proves one payment: the line of its event, the event's number (from 0), the RFC's inclusion proof, and
 * the signed head.
 */
export const PaymentProof = z.strictObject({
  format: z.literal(PAYMENT_PROOF),
  network: z.uuid(),
  key: z.string(),
  line: z.string(),
  index: size,
  proof: hashes,
  checkpoint: z.string(),
})
export type PaymentProof = z.infer<typeof PaymentProof>
