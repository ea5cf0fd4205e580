import type { QueryClient } from '@tanstack/react-query'
import { asOf } from '../domain/api/as-of.ts'
import { dashboardQueries } from '../domain/dashboard.ts'
import { pages } from '../pages.tsx'

const quietly = (work: Promise<unknown>) => {
  work.catch(() => undefined)
}

/** The code of the page behind a sidebar entry, and the dashboard's figures of today. */
export const prefetch = (href: string, client: QueryClient): void => {
  if (href.startsWith('/payors')) quietly(pages.payors())
  else if (href.startsWith('/assessments')) quietly(pages.programs())
  else if (href.startsWith('/settings')) quietly(pages.settings())
  else if (href === '/my-assessments') quietly(pages.myAssessments())
  else if (href === '/my-payments') quietly(pages.myPayments())
  else if (href === '/my-payment-methods') quietly(pages.savedMethods())
  else {
    quietly(pages.dashboard())
    if (asOf() === null) quietly(client.prefetchQuery(dashboardQueries.summary))
  }
}
