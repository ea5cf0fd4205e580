import { Link } from 'wouter'
import type { BillAt, BillChange } from '../../modules/audit/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { BillBadge, billPage, payorLabel } from '../domain/bill/bill-words.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { tabled } from '../ui/media.ts'
import { num, rowLink, sub } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { money, muted, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './changes.css.ts'

/** A bill's status on one of the two days; null if it was not issued yet. */
const At = ({ at }: { at: BillAt | null }) => (at ? <BillBadge status={at.status} /> : <span className={muted}>Not issued yet</span>)
const open = (at: BillAt | null): string => (at ? formatMoney(at.balance) : '–')

type Props = { changes: readonly BillChange[]; from: string; to: string }

const ChangeTable = ({ changes, from, to }: Props) => (
  <Table
    caption="Bills"
    head={
      <>
        <Th>Payor</Th>
        <Th>{from}</Th>
        <Th num>Open</Th>
        <Th>{to}</Th>
        <Th num>Open</Th>
      </>
    }
  >
    {changes.map(({ bill, before, after }) => (
      <tr key={bill.id}>
        <td>
          <Link href={billPage(bill.id)}>{payorLabel(bill)}</Link>
          <span className={sub}>{bill.program.name}</span>
        </td>
        <td>
          <At at={before} />
        </td>
        <td className={classes(num, money)}>{open(before)}</td>
        <td>
          <At at={after} />
        </td>
        <td className={classes(num, money)}>{open(after)}</td>
      </tr>
    ))}
  </Table>
)

const ChangeRows = ({ changes, from, to }: Props) => (
  <ul>
    {changes.map(({ bill, before, after }) => (
      <ListRow
        key={bill.id}
        main={
          <>
            <Link href={billPage(bill.id)} className={rowLink}>
              {payorLabel(bill)}
            </Link>
            <span className={classes(small, muted)}>{bill.program.name}</span>
          </>
        }
        meta={[[from, before] as const, [to, after] as const].map(([day, at]) => (
          <span key={day} className={classes(small, styles.at)}>
            {`${day}: `}
            <At at={at} /> {at && `${open(at)} open`}
          </span>
        ))}
      />
    ))}
  </ul>
)

/**
 * Bills that changed between two days, with their state on each day. The payor's name links to the bill's history
 * between them.
 */
export const ChangedBills = (props: Props) => {
  const Rows = useMedia(tabled) ? ChangeTable : ChangeRows
  return <Rows {...props} />
}
