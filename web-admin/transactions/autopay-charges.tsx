import { CalendarClock, CircleAlert, Clock, RotateCw } from 'lucide-react'
import { Link } from 'wouter'
import type { AutopayCharge } from '../../modules/autopay/contract.ts'
import type { ChargeStatus } from '../../modules/autopay/values.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { billPage } from '../domain/bill/bill-words.tsx'
import { methodWords } from '../domain/payment/autopay.tsx'
import { usePageOf } from '../domain/queries.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { listWords } from '../ui/list-params.ts'
import { List, type ListColumn } from '../ui/listed.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { rowLink, sub } from '../ui/table.css.ts'
import { medium, money, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import * as styles from './payors.css.ts'

export const chargeLabels: Readonly<Record<ChargeStatus, string>> = { upcoming: 'Upcoming', charging: 'Being charged', failed: 'Failed' }

/** A charge that has failed before and is still coming is tried again. */
const badgeOf = ({ status, problem }: AutopayCharge): BadgeContent => {
  if (status === 'failed') return [chargeLabels.failed, 'overdue', CircleAlert]
  if (status === 'charging') return [chargeLabels.charging, 'pending', Clock]
  return problem === null ? [chargeLabels.upcoming, 'neutral', CalendarClock] : ['Trying again', 'pending', RotateCw]
}

type Row = AutopayCharge & { id: string }

const BillLink = ({ bill }: Row) => <Link href={billPage(bill.id)}>{bill.program.name}</Link>

const columns: ListColumn<Row>[] = [
  {
    ...{ head: 'Payor', headClass: styles.payorColumn },
    cell: ({ payor }) => <Link href={`/members/${payor.id}`}>{payor.name}</Link>,
    main: ({ payor }) => (
      <Link href={`/members/${payor.id}`} className={rowLink}>
        {payor.name}
      </Link>
    ),
  },
  {
    head: 'Bill',
    cell: (charge) => (
      <>
        <BillLink {...charge} />
        <span className={sub}>{charge.bill.code}</span>
      </>
    ),
    main: (charge) => (
      <span className={small}>
        <BillLink {...charge} />
      </span>
    ),
  },
  {
    ...{ head: 'Charge Date', cellClass: nowrap },
    cell: ({ on }) => <time dateTime={on.slice(0, 10)}>{formatDay(on)}</time>,
  },
  { ...{ head: 'Method', cellClass: secondary }, cell: ({ method }) => methodWords(method) },
  {
    head: 'State',
    cell: (charge) => (
      <>
        <Badge content={badgeOf(charge)} />
        <span className={sub}>{charge.problem}</span>
      </>
    ),
    meta: (charge) => (
      <>
        <Badge content={badgeOf(charge)} />
        <span className={classes(small, muted)}>{`${formatDay(charge.on)} · ${methodWords(charge.method)}`}</span>
        {charge.problem !== null && <span className={classes(small, muted)}>{charge.problem}</span>}
      </>
    ),
  },
  {
    ...{ head: 'Amount', num: true, cellClass: money },
    cell: ({ amount }) => formatMoney(amount),
    side: ({ amount }) => <span className={classes(medium, money)}>{formatMoney(amount)}</span>,
  },
]

type Filter = { page: number; pageSize: number; search: string; status: ChargeStatus | null }
type Props = { filter: Filter; onPage: (page: number) => void; onClear: () => void }

/** The automatic charges that are coming or have failed, failed ones first. */
export const AutopayCharges = ({ filter, onPage, onClear }: Props) => {
  const charges = usePageOf<AutopayCharge>(['autopay', 'charges', filter], '/autopay', filter)
  const { search, status } = filter
  const filtered = search !== '' || status !== null
  return (
    <Loaded query={charges} loading="Loading charges..." rows={6} failed="Failed to load charges" action="load" thing="charge">
      {(list) => (
        <Paged
          list={list}
          onPage={onPage}
          of="charges"
          paper={listWords({ State: status && chargeLabels[status], Search: search }, 'Failed first, then by date')}
          empty={
            <EmptyState
              level={3}
              icon={CalendarClock}
              title={filtered ? 'No charges found' : 'No charge is coming up'}
              action={filtered && <Button onClick={onClear}>Clear Filters</Button>}
            >
              {filtered
                ? 'No charge matches these filters.'
                : 'Ten days before a bill is charged to a saved card or bank account, the payor gets an e-mail and the charge appears here.'}
            </EmptyState>
          }
        >
          {(rows) => (
            <List
              caption="Charges"
              items={rows.map((charge) => ({ ...charge, id: `${charge.mandateId} ${charge.bill.id} ${charge.on}` }))}
              columns={columns}
            />
          )}
        </Paged>
      )}
    </Loaded>
  )
}
