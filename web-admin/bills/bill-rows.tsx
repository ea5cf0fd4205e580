import { Link } from 'wouter'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { BillBadge, billPage, dueNext, openDistance, payorLabel, payorLine } from '../domain/bill/bill-words.tsx'
import { menuCell, payorColumn } from '../domain/bill/bills.css.ts'
import type { BillSort } from '../domain/bill/bills.ts'
import { classes } from '../ui/classes.ts'
import { List, type ListColumn } from '../ui/listed.tsx'
import { onlyMid, onlyWide, rowLink, sub } from '../ui/table.css.ts'
import { medium, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import { BillMenu, type BillTask } from './bill-actions.tsx'
import { BillAmount } from './bill-amount.tsx'

type Column = ListColumn<Bill, BillSort['orderBy']>

const program: Column = {
  ...{ head: 'Program', by: 'program', headClass: onlyWide, cellClass: classes(secondary, onlyWide) },
  cell: (bill) => bill.program.name,
}

/** The columns. A program's own list does not show the program. */
const columnsOf = (ofProgram: boolean): Column[] => [
  {
    ...{ head: 'Payor', by: 'payor', headClass: payorColumn },
    cell: (bill) => {
      const line = payorLine(bill)
      return (
        <>
          <span className={medium}>
            <Link href={billPage(bill.id)}>{payorLabel(bill)}</Link>
          </span>
          {line !== null && <span className={classes(sub, !ofProgram && onlyWide)}>{line}</span>}
          {!ofProgram && <span className={classes(sub, onlyMid)}>{bill.program.name}</span>}
        </>
      )
    },
    main: (bill) => (
      <>
        <Link href={billPage(bill.id)} className={rowLink}>
          {payorLabel(bill)}
        </Link>
        <span className={classes(small, muted)}>{ofProgram ? payorLine(bill) : bill.program.name}</span>
      </>
    ),
  },
  ...(ofProgram ? [] : [program]),
  {
    ...{ head: 'Due Date', by: 'dueDate' },
    cell: (bill) => {
      const distance = openDistance(bill)
      return (
        <>
          <time dateTime={dueNext(bill).slice(0, 10)} className={nowrap}>
            {formatDay(dueNext(bill))}
          </time>
          {distance !== null && <span className={classes(sub, nowrap)}>{distance}</span>}
        </>
      )
    },
  },
  {
    ...{ head: 'Status', by: 'status' },
    cell: (bill) => <BillBadge status={bill.status} />,
    meta: (bill) => (
      <>
        <BillBadge status={bill.status} />
        <span className={classes(small, muted, nowrap)}>{openDistance(bill) ?? formatDay(dueNext(bill))}</span>
      </>
    ),
  },
  {
    ...{ head: 'Amount', by: 'amount', num: true },
    cell: (bill) => <BillAmount bill={bill} />,
    side: (bill) => (
      <span className={medium}>
        <BillAmount bill={bill} />
      </span>
    ),
  },
]

type Props = {
  bills: Bill[]
  ofProgram: boolean
  sort: BillSort
  onSort?: ((sort: BillSort) => void) | undefined
  onTask: (bill: Bill, task: BillTask) => void
}

export const BillRows = ({ bills, ofProgram, sort, onSort, onTask }: Props) => (
  <List
    caption="Assessment Bills"
    items={bills}
    columns={columnsOf(ofProgram)}
    sort={sort}
    onSort={onSort}
    menu={{ className: menuCell, inRows: true, of: (bill) => <BillMenu bill={bill} onTask={(task) => onTask(bill, task)} /> }}
  />
)
