import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAsOf } from '../domain/api/as-of.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { retryOf } from '../domain/api/refetch.ts'
import { dashboardQueries } from '../domain/dashboard.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Attention } from './attention.tsx'
import * as styles from './dashboard.css.ts'
import { DashboardBones } from './dashboard-bones.tsx'
import { Figures } from './figures.tsx'
import { Overdue } from './overdue.tsx'
import { Overview } from './overview.tsx'
import { Recent } from './recent.tsx'

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps/first-steps.tsx')).FirstSteps }))

/** The admin view: figures, what needs attention, payments by month, the latest payments. */
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
