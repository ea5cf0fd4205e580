import { HandCoins } from 'lucide-react'
import { Link } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { Remittance, RemittancesQuery } from '../../modules/remittances/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { referenceLine } from '../domain/payment/payment.tsx'
import { payerLabel, RemittanceBadge, remittancePage } from '../domain/payment/remittance-words.tsx'
import { usePageOf } from '../domain/queries.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { listWords } from '../ui/list-params.ts'
import { List, type ListColumn } from '../ui/listed.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { rowLink, sub } from '../ui/table.css.ts'
import { medium, money, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import * as styles from './payors.css.ts'

export type RemittanceFilter = { page: number; pageSize: number; search: string; method: RemittancesQuery['method'] | null; from: string; to: string }

const countOf = ({ allocations }: Remittance): string => (allocations.length === 1 ? '1 bill' : `${allocations.length.toLocaleString('en-US')} bills`)
const creditOf = ({ unapplied }: Remittance): string | null => (unapplied > 0 ? `${formatMoney(unapplied)} credit` : null)

const columns: ListColumn<Remittance>[] = [
  {
    ...{ head: 'Paid By', headClass: styles.payorColumn },
    cell: (remittance) => (
      <>
        <Link href={remittancePage(remittance.id)}>{payerLabel(remittance)}</Link>
        <span className={sub}>{countOf(remittance)}</span>
      </>
    ),
    main: (remittance) => (
      <>
        <Link href={remittancePage(remittance.id)} className={rowLink}>
          {payerLabel(remittance)}
        </Link>
        <span className={classes(small, muted)}>{countOf(remittance)}</span>
      </>
    ),
  },
  {
    head: 'Received On',
    cell: ({ receivedOn, receiptNumber }) => (
      <>
        <time dateTime={receivedOn.slice(0, 10)} className={nowrap}>
          {formatDay(receivedOn)}
        </time>
        <span className={classes(sub, nowrap)}>{`Receipt ${receiptNumber}`}</span>
      </>
    ),
    meta: ({ receivedOn, receiptNumber, method, reference }) => (
      <span className={classes(small, muted)}>
        {[formatDay(receivedOn), receiptLabel(method), reference && referenceLine(reference), `Receipt ${receiptNumber}`].filter(Boolean).join(' · ')}
      </span>
    ),
  },
  {
    ...{ head: 'Method', cellClass: secondary },
    cell: ({ method, reference }) => (
      <>
        {receiptLabel(method)}
        {reference !== null && <span className={sub}>{referenceLine(reference)}</span>}
      </>
    ),
  },
  {
    ...{ head: 'Amount', num: true },
    cell: (remittance) => (
      <>
        <span className={money}>{formatMoney(remittance.amount)}</span>
        <span className={sub}>{creditOf(remittance)}</span>
        {remittance.status !== 'Completed' && (
          <span className={sub}>
            <RemittanceBadge status={remittance.status} />
          </span>
        )}
      </>
    ),
    side: (remittance) => (
      <span>
        <span className={classes(medium, money)}>{formatMoney(remittance.amount)}</span>
        <span className={sub}>{creditOf(remittance)}</span>
      </span>
    ),
    meta: ({ status }) => status !== 'Completed' && <RemittanceBadge status={status} />,
  },
]

type Props = { filter: RemittanceFilter; onPage: (page: number) => void; onClear: () => void }

/** Remittances, newest first: each is money from one payer, which may have paid many bills. */
export const RemittancesList = ({ filter, onPage, onClear }: Props) => {
  const mayChange = useMayChange()
  const remittances = usePageOf<Remittance>(['remittances', filter], '/remittances', filter)
  const { search, method, from, to } = filter
  const filtered = search !== '' || method !== null || from !== '' || to !== ''
  const paper = listWords(
    { Method: method && receiptLabel(method), From: from && formatDay(from), To: to && formatDay(to), Search: search },
    'Newest first',
  )
  return (
    <Loaded query={remittances} loading="Loading remittances..." rows={6} failed="Failed to load remittances" action="load" thing="remittance">
      {(list) => (
        <Paged
          list={list}
          onPage={onPage}
          of="remittances"
          paper={paper}
          empty={
            <EmptyState
              level={3}
              icon={HandCoins}
              title="No remittances found"
              action={
                filtered ? (
                  <Button onClick={onClear}>Clear Filters</Button>
                ) : (
                  mayChange && <ButtonLink href="/payments/new">Record Payment</ButtonLink>
                )
              }
            >
              {filtered ? 'No remittance matches these filters.' : 'Each check, transfer or card payment appears here with the bills that it paid.'}
            </EmptyState>
          }
        >
          {(rows) => <List caption="Remittances" items={rows} columns={columns} />}
        </Paged>
      )}
    </Loaded>
  )
}
