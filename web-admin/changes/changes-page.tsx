import { keepPreviousData } from '@tanstack/react-query'
import { Equal } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { Differences } from '../../modules/audit/contract.ts'
import { addDays, dayNamed, formatDay, type LocalDate } from '../../modules/kernel/dates.ts'
import { formatMoney, sumDollars } from '../../modules/kernel/money.ts'
import type { DashboardSummary, Payment } from '../../modules/payments/contract.ts'
import { PAGE_SIZE } from '../../modules/shared/page-size.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { today } from '../domain/api/network-clock.ts'
import { useAnswer } from '../domain/queries.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { TextField } from '../ui/field.tsx'
import { changed, pageOf } from '../ui/list-params.ts'
import { from as wider } from '../ui/media.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { num } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { medium, money, muted, sectionHead, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import { ChangedBills } from './changed-bills.tsx'
import * as styles from './changes.css.ts'

const counted = (number: number): string => number.toLocaleString('en-US').replace('-', '−')
const rows: readonly [keyof DashboardSummary, string, (value: number) => string][] = [
  ['totalAssessed', 'Total Assessed', formatMoney],
  ['totalCollected', 'Total Collected', formatMoney],
  ['totalOutstanding', 'Total Outstanding', formatMoney],
  ['unappliedCredit', 'Unapplied Credit', formatMoney],
  ['membersPastDue', 'Members Past Due', counted],
]

/** Computed in cents, since dollars as binary fractions are not exact. */
const difference = (before: number, after: number): number => sumDollars([after, -before])

type Props = { summary: { before: DashboardSummary; after: DashboardSummary }; from: string; to: string }

/** The dashboard's figures on two days, and their differences. */
const Figures = ({ summary: { before, after }, from, to }: Props) => {
  const roomy = useMedia(wider.small)
  const figures = rows.map(([name, label, say]) => {
    const by = difference(before[name], after[name])
    return {
      name,
      label,
      was: say(before[name]),
      is: say(after[name]),
      by: <span className={classes(money, by === 0 ? muted : medium)}>{by === 0 ? 'none' : `${by > 0 ? '+' : ''}${say(by)}`}</span>,
    }
  })
  if (!roomy)
    return (
      <ul>
        {figures.map(({ name, label, was, is, by }) => (
          <ListRow
            key={name}
            main={<span className={medium}>{label}</span>}
            side={by}
            meta={<span className={classes(small, muted)}>{`${was} → ${is}`}</span>}
          />
        ))}
      </ul>
    )
  return (
    <Table
      caption="Figures"
      head={
        <>
          <Th>Figure</Th>
          <Th num>{from}</Th>
          <Th num>{to}</Th>
          <Th num>Difference</Th>
        </>
      }
    >
      {figures.map(({ name, label, was, is, by }) => (
        <tr key={name}>
          <td>{label}</td>
          <td className={classes(num, money)}>{was}</td>
          <td className={classes(num, money)}>{is}</td>
          <td className={num}>{by}</td>
        </tr>
      ))}
    </Table>
  )
}

const back = <BackLink href="/dashboard">Back to Dashboard</BackLink>

const dayIn = (search: URLSearchParams, name: string, usual: LocalDate): LocalDate => dayNamed(search.get(name)) ?? usual

/** Why two days cannot be compared; null if they can. */
const problemOf = (from: LocalDate, to: LocalDate, last: LocalDate): string | null => {
  if (to > last) return 'This day is in the future'
  return from < to ? null : 'Choose a day after the first one'
}

/** The app passes in the component that lists payments. */
type Parts = { PaymentList: ComponentType<{ payments: readonly Payment[] }> }

const Overseen = ({ PaymentList }: Parts) => {
  const [address, setAddress] = useSearchParams()
  const shown = useAsOf()
  const last = today()
  const from = dayIn(address, 'from', addDays(`${last.slice(0, 8)}01` as LocalDate, -1))
  const to = dayIn(address, 'to', last)
  const problem = problemOf(from, to, last)
  // If the second day is the day of the moment shown, compares up to that moment.
  const asked = { from, to: to === last ? (shown ?? to) : to, page: pageOf(address) }
  const changes = useAnswer<Differences>(['changes', asked], '/audit/diff', {
    query: { ...asked, pageSize: PAGE_SIZE },
    enabled: problem === null,
    placeholderData: keepPreviousData,
  })
  const choose = (values: Record<string, string>) => setAddress(changed(address, { ...values, page: null }), { replace: true })
  const [first, second] = [formatDay(from), formatDay(to)]
  return (
    <>
      <PageHead title="What has changed" back={back}>
        Compares the end of one day with the end of another.
      </PageHead>
      <search className={styles.days} data-paper>
        <TextField label="From" type="date" max={last} value={from} onChange={({ target }) => target.value && choose({ from: target.value })} />
        <TextField
          label="To"
          type="date"
          max={last}
          value={to}
          problem={problem ?? undefined}
          onChange={({ target }) => target.value && choose({ to: target.value })}
        />
      </search>
      {problem === null && (
        <Loaded query={changes} loading="Comparing the two days..." rows={6} failed="Failed to compare the two days" action="compare" thing="network">
          {({ data, pagination }) => (
            <>
              <section aria-labelledby="figures">
                <div className={sectionHead}>
                  <h2 id="figures">Figures</h2>
                  <Link href={`/journal?from=${addDays(from, 1)}&to=${to}`} className={classes(small, medium)}>
                    See the journal of these days
                  </Link>
                </div>
                <Figures summary={data.summary} from={first} to={second} />
              </section>
              <section aria-labelledby="changed-bills" className={styles.section}>
                <div className={sectionHead}>
                  <h2 id="changed-bills">Changed bills</h2>
                </div>
                <Paged
                  list={{ data: data.bills, pagination }}
                  of="bills"
                  onPage={(page) => setAddress(changed(address, { page: page === 1 ? null : String(page) }))}
                  empty={
                    <EmptyState level={3} icon={Equal} title="No bill has changed">
                      Every bill is the same on both days.
                    </EmptyState>
                  }
                >
                  {(rows) => <ChangedBills changes={rows} from={first} to={second} />}
                </Paged>
              </section>
              <section aria-labelledby="payments-between" className={styles.section}>
                <div className={sectionHead}>
                  <h2 id="payments-between">Payments between these days</h2>
                </div>
                {pagination.totalPages > 1 && <p className={classes(small, muted)}>Payments of the bills above.</p>}
                {data.payments.length === 0 ? (
                  <p className={muted}>
                    {pagination.totalPages > 1 ? 'None of these bills was paid between these days.' : 'There were no payments between these days.'}
                  </p>
                ) : (
                  <PaymentList payments={data.payments} />
                )}
              </section>
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

/** Compares the two days in the address, for Admins and Auditors. */
export const ChangesPage = (parts: Parts) =>
  useOversees() ? <Overseen {...parts} /> : <NotAllowed title="What has changed" back={back} action="view" thing="network" />
