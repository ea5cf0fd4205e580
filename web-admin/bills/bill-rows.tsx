import { Link } from 'wouter'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { BillBadge } from '../domain/bill/bill-badge.tsx'
import { billPage, openDistance, payorLabel, payorLine } from '../domain/bill/bill-words.ts'
import { menuCell, payorColumn } from '../domain/bill/bills.css.ts'
import type { BillSort } from '../domain/bill/bills.ts'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { num, onlyMid, onlyWide, rowLink, sub } from '../ui/table.css.ts'
import { SortTh, Table, Th } from '../ui/table.tsx'
import { hidden, medium, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import { BillMenu, type BillTask } from './bill-actions.tsx'
import { BillAmount } from './bill-amount.tsx'

/** In a program's own list its name would stand in every row. */
type Props = {
  bills: Bill[]
  ofProgram: boolean
  sort: BillSort
  onSort?: ((sort: BillSort) => void) | undefined
  onTask: (bill: Bill, task: BillTask) => void
}

type HeadProps = Pick<Props, 'sort' | 'onSort'> & { by: BillSort['orderBy']; children: string; num?: boolean; className?: string }

const Head = ({ by, sort, onSort, ...head }: HeadProps) => (onSort ? <SortTh by={by} sort={sort} onSort={onSort} {...head} /> : <Th {...head} />)

export const BillTable = ({ bills, ofProgram, sort, onSort, onTask }: Props) => (
  <Table
    caption="Assessment Bills"
    head={
      <>
        <Head by="payor" sort={sort} onSort={onSort} className={payorColumn}>
          Payor
        </Head>
        {!ofProgram && (
          <Head by="program" sort={sort} onSort={onSort} className={onlyWide}>
            Program
          </Head>
        )}
        <Head by="dueDate" sort={sort} onSort={onSort}>
          Due Date
        </Head>
        <Head by="status" sort={sort} onSort={onSort}>
          Status
        </Head>
        <Head by="amount" sort={sort} onSort={onSort} num>
          Amount
        </Head>
        <Th className={menuCell}>
          <span className={hidden}>Actions</span>
        </Th>
      </>
    }
  >
    {bills.map((bill) => {
      const line = payorLine(bill)
      const distance = openDistance(bill)
      return (
        <tr key={bill.id}>
          <td>
            <span className={medium}>
              <Link href={billPage(bill.id)}>{payorLabel(bill)}</Link>
            </span>
            {line !== null && <span className={classes(sub, !ofProgram && onlyWide)}>{line}</span>}
            {!ofProgram && <span className={classes(sub, onlyMid)}>{bill.program.name}</span>}
          </td>
          {!ofProgram && <td className={classes(secondary, onlyWide)}>{bill.program.name}</td>}
          <td>
            <time dateTime={bill.dueDate.slice(0, 10)} className={nowrap}>
              {formatDay(bill.dueDate)}
            </time>
            {distance !== null && <span className={classes(sub, nowrap)}>{distance}</span>}
          </td>
          <td>
            <BillBadge status={bill.status} />
          </td>
          <td className={num}>
            <BillAmount bill={bill} />
          </td>
          <td className={menuCell}>
            <BillMenu bill={bill} onTask={(task) => onTask(bill, task)} />
          </td>
        </tr>
      )
    })}
  </Table>
)

export const BillRows = ({ bills, ofProgram, onTask }: Props) => (
  <ul>
    {bills.map((bill) => (
      <ListRow
        key={bill.id}
        main={
          <>
            <Link href={billPage(bill.id)} className={rowLink}>
              {payorLabel(bill)}
            </Link>
            <span className={classes(small, muted)}>{ofProgram ? payorLine(bill) : bill.program.name}</span>
          </>
        }
        side={
          <span className={medium}>
            <BillAmount bill={bill} />
          </span>
        }
        meta={
          <>
            <BillBadge status={bill.status} />
            <span className={classes(small, muted, nowrap)}>{openDistance(bill) ?? formatDay(bill.dueDate)}</span>
          </>
        }
        menu={<BillMenu bill={bill} onTask={(task) => onTask(bill, task)} />}
      />
    ))}
  </ul>
)
