import { Ban, CalendarClock, CircleAlert, CircleCheck, Truck } from 'lucide-react'
import { Link } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Payout, PayoutStatus } from '../../modules/payments/contract.ts'
import { countPayments, payoutPage } from '../domain/payment/payout-words.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { tabled } from '../ui/media.ts'
import { num, rowLink } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { medium, money, muted, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'

const badges: Record<PayoutStatus, BadgeContent> = {
  pending: ['Scheduled', 'neutral', CalendarClock],
  in_transit: ['On its way', 'neutral', Truck],
  paid: ['Arrived', 'paid', CircleCheck],
  failed: ['Failed', 'overdue', CircleAlert],
  canceled: ['Canceled', 'archived', Ban],
}

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => <Badge content={badges[status]} />

const PayoutTable = ({ payouts }: { payouts: Payout[] }) => (
  <Table
    caption="Payouts"
    head={
      <>
        <Th>Arrival Date</Th>
        <Th>Status</Th>
        <Th num>Payments</Th>
        <Th num>Amount</Th>
      </>
    }
  >
    {payouts.map(({ id, arrivalDate, status, count, amount }) => (
      <tr key={id}>
        <td>
          <Link href={payoutPage(id)}>{formatDay(arrivalDate)}</Link>
        </td>
        <td>
          <PayoutBadge status={status} />
        </td>
        <td className={num}>{count.toLocaleString('en-US')}</td>
        <td className={classes(num, money)}>{formatMoney(amount)}</td>
      </tr>
    ))}
  </Table>
)

const PayoutRows = ({ payouts }: { payouts: Payout[] }) => (
  <ul>
    {payouts.map(({ id, arrivalDate, status, count, amount }) => (
      <ListRow
        key={id}
        main={
          <Link href={payoutPage(id)} className={rowLink}>
            {formatDay(arrivalDate)}
          </Link>
        }
        side={<span className={classes(medium, money)}>{formatMoney(amount)}</span>}
        meta={
          <>
            <PayoutBadge status={status} />
            <span className={classes(small, muted)}>{countPayments(count)}</span>
          </>
        }
      />
    ))}
  </ul>
)

export const PayoutsList = ({ payouts }: { payouts: Payout[] }) => {
  const Rows = useMedia(tabled) ? PayoutTable : PayoutRows
  return <Rows payouts={payouts} />
}
