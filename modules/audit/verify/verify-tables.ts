import { CSV_MARK, csvLine } from '../../shared/csv.ts'
import { type Books, sumOf } from '../books.ts'
import { controlLines, figuresLines, WHOLE } from '../control-sheet.ts'
import * as format from '../pack-format.ts'
import type { Measured, PackFiles } from './pack-file.ts'
import type { Report } from './report.ts'

type Check = (name: string, measured: Measured) => void
type Cells = Readonly<Record<string, string>>

const centsOf = (text: string | undefined): number => {
  if (!/^-?\d{1,13}\.\d\d$/.test(text ?? '')) throw new Error(`${JSON.stringify(text)} is no amount.`)
  return Math.round(Number(text) * 100)
}

const STATUSES: readonly string[] = ['Unpaid', 'Partial', 'PendingConfirmation', 'Failed', 'Paid', 'Archived'] satisfies format.BillStatus[]

const billOf = (cells: Cells): format.Bill => {
  const { bill: id = '', program = '', payor = '', period = '', dueDate = '', status = '', claim, debit } = cells
  const [amount, collected, balance, unapplied] = [cells.amount, cells.collected, cells.balance, cells.unapplied].map(centsOf) as [
    number,
    number,
    number,
    number,
  ]
  if (!STATUSES.includes(status)) throw new Error(`${JSON.stringify(status)} is no status of a bill.`)
  if (balance !== (status === 'Archived' ? 0 : amount - collected))
    throw new Error(`the balance of bill ${id} is not its amount less what was collected.`)
  return {
    ...{ id, program, payor, period, dueDate, amount, collected, balance, unapplied },
    ...{ status: status as format.BillStatus, claim: claim || null, debit: debit || null },
  }
}

const paymentOf = (cells: Cells): format.Payment => {
  const { payment: id = '', bill = '', program = '', payor = '', method, status = '', receivedOn, recordedAt = '' } = cells
  const [amount, applied, used, refunded, disputed] = [cells.amount, cells.applied, cells.used, cells.refunded, cells.disputed].map(centsOf) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    ...{ id, bill, program, payor, amount, applied, used, refunded, disputed },
    ...{ method: method || null, status, receivedOn: receivedOn || null, recordedAt },
  }
}

/**
 * Reads the opening tables into the books. Each row must be well-formed and in canonical form; rows must be in order,
 * without repeats.
 */
export const readOpening = async (files: PackFiles, books: Books, check: Check, { found }: Report) => {
  const read = async <Row extends { id: string }>(
    name: format.FileName,
    columns: readonly string[],
    rowOf: (cells: Cells) => Row,
    lineOf: (row: Row) => string,
    keep: (row: Row) => void,
  ): Promise<void> => {
    let last = ''
    const measured = await files.lines(name, (line, number) => {
      try {
        if (number === 1) {
          if (`${line}\n` !== CSV_MARK + csvLine(columns)) throw new Error('has other columns than those of this format.')
          return
        }
        const cells = format.cellsOf(line.replace(/\r$/, ''))
        const row = rowOf(Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])))
        if (lineOf(row) !== `${line}\n`) throw new Error('is not written as this format has it.')
        if (row.id <= last) throw new Error(`${row.id} is not in order.`)
        last = row.id
        keep(row)
      } catch (error) {
        found(name, error instanceof Error ? error.message : String(error), number)
      }
    })
    check(name, measured)
  }
  await read('opening/bills.csv', format.BILLS, billOf, format.billLine, books.open)
  await read('opening/payments.csv', format.PAYMENTS, paymentOf, format.paymentLine, (payment) => books.payments.set(payment.id, payment))
  const figuresFile = await files.text('opening/figures.csv')
  for (const line of figuresFile.text.split('\r\n').slice(1)) {
    const [program = '', name = ''] = format.cellsOf(line)
    if (program && program !== WHOLE) books.nameProgram(program, name)
  }
  const figures = books.figures()
  check('opening/figures.csv', figuresFile.measured)
  expectLines('opening/figures.csv', figuresFile.text, figuresLines(books.names, figures), { found })
  return figures
}

/** Compares the closing tables and the control sheet with the books after the last event. */
export const checkClosing = async (
  files: PackFiles,
  books: Books,
  opening: ReadonlyMap<string, format.Figures>,
  check: Check,
  report: Report,
): Promise<void> => {
  const compare = async (name: format.FileName, expected: readonly string[]): Promise<void> => {
    const { text, measured } = await files.text(name)
    check(name, measured)
    expectLines(name, text, expected, report)
  }
  const closing = books.figures()
  const inOrder = <Row extends { id: string }>(rows: Iterable<Row>): Row[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  await compare('closing/bills.csv', [CSV_MARK + csvLine(format.BILLS), ...inOrder(books.bills.values()).map(format.billLine)])
  await compare('closing/payments.csv', [CSV_MARK + csvLine(format.PAYMENTS), ...inOrder(books.payments.values()).map(format.paymentLine)])
  await compare('closing/figures.csv', figuresLines(books.names, closing))
  await compare('control.csv', controlLines(opening, books.movements, closing))
  const whole = sumOf(closing.values())
  if (whole.assessed !== whole.collected + whole.outstanding) report.found('closing/figures.csv', 'assessed is not collected + outstanding.')
}

/** Reports the first line that differs, and the difference. */
const expectLines = (name: string, text: string, expected: readonly string[], { found }: Pick<Report, 'found'>): void => {
  if (text === expected.join('')) return
  const lines = text.split('\n').map((line) => `${line}\n`)
  const at = expected.findIndex((line, i) => line !== lines[i])
  const is = (lines[at < 0 ? expected.length : at] ?? '').trim()
  if (at < 0) found(name, `has more than the events give: ${JSON.stringify(is)}.`, expected.length + 1)
  else found(name, `says ${JSON.stringify(is)}, and the events give ${JSON.stringify((expected[at] ?? '').trim())}.`, at + 1)
}

/**
 * The names of the tables at one end of the span. If one pack continues another, its opening tables equal the closing
 * tables of the other.
 */
export const tablesAt = (at: format.End): string[] => [`${at}/bills.csv`, `${at}/payments.csv`, `${at}/figures.csv`]
