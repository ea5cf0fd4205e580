import { useQueries, useQuery } from '@tanstack/react-query'
import { ChartColumn, HandCoins } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { formatMoney, formatMoneyShort } from '../../modules/kernel/money.ts'
import type { AgingReport, DashboardSummary, Payment, PaymentsReport } from '../../modules/payments/contract.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { dayOf, today } from '../domain/api/network-clock.ts'
import { allOf, useBillCounts } from '../domain/bill/bills.ts'
import { dashboardQueries } from '../domain/dashboard.ts'
import { retryOf } from '../domain/queries.ts'
import { PlainButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { daysAgo } from '../ui/days.ts'
import { Bone, BoneRows, Loading } from '../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { num } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import * as text from '../ui/text.css.ts'
import { Attention } from './attention.tsx'
import { Chart, type Point } from './chart.tsx'
import * as styles from './dashboard.css.ts'

/** The chart in one sentence, for screen readers. */
const sentence = (points: Point[]): string => {
  const past = points.slice(0, -1)
  const now = points.at(-1)
  const first = points[0]
  if (!first || !now || past.length === 0) return ''
  const least = past.reduce((low, point) => (point.value < low.value ? point : low))
  const most = past.reduce((high, point) => (point.value > high.value ? point : high))
  const said = ({ label, value }: Point) => `${formatMoneyShort(value)} in ${label}`
  return `Payments by month, ${first.label} to ${now.label}: least ${said(least)}, most ${said(most)}, ${formatMoneyShort(now.value)} so far in ${now.label}.`
}

const Overview = ({ report }: { report: PaymentsReport }) => {
  const [asTable, setAsTable] = useState(false)
  const data = report.datasets[0]?.data ?? []
  const points = report.labels.map((label, index) => ({ label, value: data[index] ?? 0 }))
  const some = points.some(({ value }) => value > 0)
  return (
    <section className={styles.overview} aria-labelledby="overview">
      <div className={text.sectionHead}>
        <h2 id="overview">Payments Overview</h2>
        {some && (
          <PlainButton className={text.small} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </PlainButton>
        )}
      </div>
      {!some && (
        <EmptyState level={3} icon={ChartColumn} title="No payment data available">
          Payment trends will appear here once payments are recorded
        </EmptyState>
      )}
      {some && !asTable && (
        <>
          <p className={text.hidden}>{sentence(points)}</p>
          <Chart points={points} />
        </>
      )}
      {some && asTable && (
        <Table
          caption="Payments by month"
          head={
            <>
              <Th>Month</Th>
              <Th num>Payments</Th>
            </>
          }
        >
          {points.map(({ label, value }) => (
            <tr key={label}>
              <td>{label}</td>
              <td className={num}>{formatMoney(value)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

const percent = (part: number, whole: number): string | null => {
  if (whole <= 0) return null
  const share = (part / whole) * 100
  return share > 0 && share < 1 ? 'under 1% of assessed' : `${Math.floor(share)}% of assessed`
}

const Figure = ({ term, value, note }: { term: string; value: string; note?: ReactNode }) => (
  <div className={styles.figure}>
    <dt className={styles.term}>{term}</dt>
    <dd className={styles.value}>{value}</dd>
    <dd className={styles.note}>{note}</dd>
  </div>
)

const Figures = ({ summary }: { summary: DashboardSummary }) => {
  const aging = useQuery(dashboardQueries.aging).data
  const counts = useBillCounts(null)
  const bills = counts && allOf(counts) - (counts.Archived ?? 0)
  const overdue = aging ? aging.total - aging.current : 0
  return (
    <dl className={styles.figures}>
      <Figure
        term="Total Assessed"
        value={formatMoneyShort(summary.totalAssessed)}
        note={bills === undefined ? null : bills === 1 ? '1 bill' : `${bills.toLocaleString('en-US')} bills`}
      />
      <Figure term="Total Collected" value={formatMoneyShort(summary.totalCollected)} note={percent(summary.totalCollected, summary.totalAssessed)} />
      <Figure
        term="Total Outstanding"
        value={formatMoneyShort(summary.totalOutstanding)}
        note={
          aging &&
          (overdue > 0 ? (
            <>
              of it <span className={text.overdue}>{formatMoneyShort(overdue)} overdue</span>
            </>
          ) : (
            'none overdue'
          ))
        }
      />
      <Figure
        term="Members Past Due"
        value={summary.membersPastDue.toLocaleString('en-US')}
        note={aging && aging.over90 > 0 ? `${formatMoneyShort(aging.over90)} over 90 days` : summary.membersPastDue === 0 ? 'no one is late' : null}
      />
    </dl>
  )
}

/** The member's full name, else the congregation's, else the program's. */
const payerOf = ({ assessment: { individualMember, congregation, program } }: Payment): string =>
  individualMember ? `${individualMember.firstName} ${individualMember.lastName}`.trim() : (congregation?.name ?? program.name)

const undone = (status: Payment['status']): boolean => status === 'Refunded' || status === 'Reversed'

const Recent = ({ payments }: { payments: Payment[] }) => (
  <section className={styles.recent} aria-labelledby="recent">
    <div className={text.sectionHead}>
      <h2 id="recent">Recent Payments</h2>
      <Link href="/payors" className={text.small}>
        View all
      </Link>
    </div>
    {payments.length === 0 ? (
      <EmptyState level={3} icon={HandCoins} title="No payments found">
        Payments appear here as they arrive.
      </EmptyState>
    ) : (
      <ul>
        {payments.map((payment) => (
          <li key={payment.id} className={styles.feedRow}>
            <span className={text.grow}>
              <span className={classes(text.medium, text.block)}>{payerOf(payment)}</span>
              <span className={classes(text.small, text.muted, text.block)}>{payment.assessment.program.name}</span>
            </span>
            <span className={text.numeric}>
              <span className={classes(text.money, text.medium, text.block, undone(payment.status) ? text.muted : text.paid)}>
                {`+${formatMoneyShort(payment.amount)}`}
              </span>
              <span className={classes(text.small, text.muted, text.nowrap)}>
                {undone(payment.status) ? payment.status.toLowerCase() : daysAgo(dayOf(payment.createdAt), today())}
              </span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const buckets: readonly [keyof AgingReport, string][] = [
  ['days1to30', '1–30 days'],
  ['days31to60', '31–60 days'],
  ['days61to90', '61–90 days'],
  ['over90', 'over 90 days'],
]

/** Overdue money by how long it is overdue. Nothing is shown if no money is overdue. */
const Overdue = () => {
  const aging = useQuery(dashboardQueries.aging).data
  if (!aging || aging.total <= aging.current) return null
  return (
    <section aria-labelledby="overdue" className={styles.overdue}>
      <h2 id="overdue" className={styles.todoTitle}>
        Overdue
      </h2>
      <dl className={styles.buckets}>
        {buckets.map(([bucket, words]) => (
          <div key={bucket} className={styles.bucket}>
            <dt className={classes(text.small, text.muted)}>{words}</dt>
            <dd className={classes(text.money, text.medium, aging[bucket] > 0 ? text.overdue : text.muted)}>{formatMoneyShort(aging[bucket])}</dd>
          </div>
        ))}
      </dl>
      <Link href="/payors?tab=assessment-bills&status=Overdue&orderBy=dueDate&order=asc" className={classes(text.small, text.reach, text.onScreen)}>
        View overdue bills
      </Link>
    </section>
  )
}

/** The skeleton of the dashboard while its figures load. */
const DashboardBones = () => (
  <Loading text="Loading dashboard data...">
    <div className={styles.figures}>
      {[6, 7, 6.5, 4].map((width) => (
        <div key={width} className={styles.figure}>
          <div className={text.stack}>
            <Bone width={5} />
            <Bone width={width} height={1.5} />
            <Bone width={5.5} />
          </div>
        </div>
      ))}
    </div>
    <div className={styles.split}>
      <div className={styles.overview}>
        <div className={text.sectionHead}>
          <Bone width={8} />
        </div>
        <Bone width={72} height={16} />
      </div>
      <div className={styles.recent}>
        <div className={text.sectionHead}>
          <Bone width={7} />
        </div>
        <BoneRows rows={6} />
      </div>
    </div>
  </Loading>
)

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps/first-steps.tsx')).FirstSteps }))

export const NetworkDashboard = () => {
  const today = useAsOf() === null
  const [summary, recent, report] = useQueries({
    queries: [dashboardQueries.summary, dashboardQueries.recent, dashboardQueries.report],
  })
  const all = [summary, recent, report]
  const error = all.find((query) => query.error)?.error
  if (error)
    return (
      <ErrorState title="Failed to load dashboard" onRetry={retryOf(...all)}>
        {errorMessage(error, 'initialize', 'dashboard data')}
      </ErrorState>
    )
  if (!summary.data || !recent.data || !report.data) return <DashboardBones />
  return (
    <>
      {today && summary.data.totalCollected === 0 && (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      )}
      <Figures summary={summary.data} />
      <Attention unappliedCredit={summary.data.unappliedCredit} />
      <Overdue />
      <div className={styles.split}>
        <Overview report={report.data} />
        <Recent payments={recent.data} />
      </div>
    </>
  )
}
