import { Landmark, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { ListedDeposit } from '../../modules/deposits/contract.ts'
import { depositStatuses } from '../../modules/deposits/values.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { SelectField } from '../ui/field.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { changed, listWords, oneOf, pageOf } from '../ui/list-params.ts'
import { List, type ListColumn } from '../ui/listed.tsx'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { rowLink, sub } from '../ui/table.css.ts'
import { hidden, medium, money, muted, secondary, small } from '../ui/text.css.ts'
import { depositPage, useDeposits } from './deposit-calls.ts'
import { DepositBadge, differenceOf, paymentsOf } from './deposit-words.tsx'
import * as styles from './deposits.css.ts'

const NewDepositDialog = lazyDialog(async () => (await import('./deposit-dialogs.tsx')).NewDepositDialog)

const TITLE = 'Deposits'
const back = <BackLink href="/payors?tab=remittances">Back to Remittances</BackLink>

const columns: ListColumn<ListedDeposit>[] = [
  {
    head: 'Day',
    cell: ({ id, day }) => <Link href={depositPage(id)}>{formatDay(day)}</Link>,
    main: ({ id, day, paymentProfileName }) => (
      <>
        <Link href={depositPage(id)} className={rowLink}>
          {formatDay(day)}
        </Link>
        <span className={classes(small, muted)}>{paymentProfileName}</span>
      </>
    ),
  },
  { head: 'Account', cellClass: secondary, cell: ({ paymentProfileName }) => paymentProfileName },
  {
    head: 'Status',
    cell: (deposit) => (
      <>
        <DepositBadge status={deposit.status} />
        <span className={sub}>{differenceOf(deposit)}</span>
      </>
    ),
    meta: ({ status }) => <DepositBadge status={status} />,
  },
  {
    ...{ head: 'Payments', num: true },
    cell: ({ count, expectedCount }) => `${count} of ${expectedCount}`,
    meta: ({ count }) => <span className={classes(small, muted)}>{paymentsOf(count)}</span>,
  },
  {
    ...{ head: 'Total', num: true, cellClass: money },
    cell: ({ total }) => formatMoney(total),
    side: ({ total }) => <span className={classes(medium, money)}>{formatMoney(total)}</span>,
  },
]

const AllDeposits = () => {
  const [address, setAddress] = useSearchParams()
  const status = oneOf(depositStatuses, address.get('status'))
  const deposits = useDeposits(pageOf(address), status)
  return (
    <>
      <SelectField
        label="Status"
        value={status ?? ''}
        onChange={({ target }) => setAddress(changed(address, { status: target.value || null, page: null }), { replace: true })}
      >
        <option value="">All</option>
        {depositStatuses.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      <Loaded query={deposits} loading="Loading deposits..." rows={6} failed="Failed to load deposits" action="load" thing="deposit">
        {(list) => (
          <Paged
            list={list}
            onPage={(page) => setAddress(changed(address, { page: page === 1 ? null : String(page) }))}
            of="deposits"
            paper={listWords({ Status: status }, 'Newest first')}
            empty={
              <EmptyState level={3} icon={Landmark} title={status ? `No ${status.toLowerCase()} deposits` : 'No deposits yet'}>
                A deposit holds the checks and cash that you take to the bank together, and shows whether they add up.
              </EmptyState>
            }
          >
            {(rows) => <List caption="Deposits" items={rows} columns={columns} />}
          </Paged>
        )}
      </Loaded>
    </>
  )
}

/** Checks and cash on their way to the bank, the latest day first. */
export const DepositsPage = () => {
  const mayChange = useMayChange()
  const [opening, setOpening] = useState(false)
  if (!useOversees()) return <NotAllowed title={TITLE} back={back} action="view" thing="deposit" />
  return (
    <>
      <PageHead
        title={TITLE}
        back={back}
        actions={
          mayChange && (
            <Button variant="primary" icon={Plus} onClick={() => setOpening(true)}>
              New Deposit
            </Button>
          )
        }
      >
        Checks and cash that go to the bank together.
      </PageHead>
      <div className={styles.list}>
        <h2 className={hidden}>All deposits</h2>
        <AllDeposits />
      </div>
      {opening && <NewDepositDialog onClose={() => setOpening(false)} />}
    </>
  )
}
