import { CreditCard } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import type { PayorsMandate } from '../../modules/autopay/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { billPage } from '../domain/bill/bill-words.tsx'
import { type MandateFilter, methodWords, nextWords, payorsOf, StopAutopay, scopeWords, useMandates } from '../domain/payment/autopay.tsx'
import { useMayChange } from '../domain/session/may-change.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { listWords } from '../ui/list-params.ts'
import { List, type ListColumn } from '../ui/listed.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { rowLink } from '../ui/table.css.ts'
import { muted, nowrap, secondary, small } from '../ui/text.css.ts'
import * as styles from './payors.css.ts'

const Payors = ({ payors, className }: Pick<PayorsMandate, 'payors'> & { className?: string }) =>
  payors.map(({ id, name }, i) => (
    <Fragment key={id}>
      {i > 0 && ', '}
      <Link href={`/members/${id}`} className={className}>
        {name}
      </Link>
    </Fragment>
  ))

const Next = ({ next }: Pick<PayorsMandate, 'next'>) =>
  next ? <Link href={billPage(next.billId)}>{nextWords(next)}</Link> : <span className={muted}>None coming up</span>

const columns: ListColumn<PayorsMandate>[] = [
  {
    ...{ head: 'Payor', headClass: styles.payorColumn },
    cell: ({ payors }) => <Payors payors={payors} />,
    main: ({ payors }) => (
      <span>
        <Payors payors={payors} className={rowLink} />
      </span>
    ),
  },
  {
    ...{ head: 'Pays', cellClass: secondary },
    cell: scopeWords,
    meta: (mandate) => (
      <span className={classes(small, muted)}>
        {[scopeWords(mandate), methodWords(mandate.method), `since ${formatDayOf(mandate.createdAt)}`].join(' · ')}
      </span>
    ),
  },
  { ...{ head: 'Method', cellClass: secondary }, cell: ({ method }) => methodWords(method) },
  {
    ...{ head: 'Since', cellClass: nowrap },
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDayOf(createdAt)}</time>,
  },
  {
    head: 'Next Charge',
    cell: ({ next }) => <Next next={next} />,
    meta: ({ next }) => (
      <span className={classes(small, muted)}>
        Next charge: <Next next={next} />
      </span>
    ),
  },
]

type Props = { filter: MandateFilter; onPage: (page: number) => void; onClear: () => void }

/** The payors who pay automatically, newest first. */
export const AutopayMandates = ({ filter, onPage, onClear }: Props) => {
  const mandates = useMandates(filter)
  const mayChange = useMayChange()
  const [stopping, setStopping] = useState<PayorsMandate | null>(null)
  const stop = (mandate: PayorsMandate) => (
    <Button aria-label={`Stop autopay, ${payorsOf(mandate)}, ${scopeWords(mandate)}`} onClick={() => setStopping(mandate)}>
      Stop
    </Button>
  )
  const actions: ListColumn<PayorsMandate> = {
    head: 'Actions',
    num: true,
    headClass: styles.actions,
    cellClass: styles.actions,
    cell: stop,
    side: stop,
  }
  const searched = filter.search !== ''
  return (
    <>
      <Loaded query={mandates} loading="Loading payors..." rows={6} failed="Failed to load payors" action="load" thing="payor">
        {(list) => (
          <Paged
            list={list}
            onPage={onPage}
            of="payors"
            paper={listWords({ Search: filter.search }, 'Newest first')}
            empty={
              <EmptyState
                level={3}
                icon={CreditCard}
                title={searched ? 'No payors found' : 'Nobody pays automatically yet'}
                action={searched && <Button onClick={onClear}>Clear Search</Button>}
              >
                {searched
                  ? 'No payor on autopay matches your search.'
                  : 'Payors turn autopay on after paying with a saved card or bank account, or on their Payment Methods page.'}
              </EmptyState>
            }
          >
            {(rows) => <List caption="Payors on Autopay" items={rows} columns={mayChange ? [...columns, actions] : columns} />}
          </Paged>
        )}
      </Loaded>
      {stopping && <StopAutopay mandate={stopping} onClose={() => setStopping(null)} />}
    </>
  )
}
