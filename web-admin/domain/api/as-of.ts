import { useSearch } from 'wouter'

/** The query parameter with the moment that the pages show. */
const PARAM = 'asOf'

const momentIn = (search: string): string | null => new URLSearchParams(search).get(PARAM) || null

/** The earlier moment in the address; null for today. */
export const asOf = (): string | null => (typeof location === 'undefined' ? null : momentIn(location.search))

export const useAsOf = (): string | null => momentIn(useSearch())

/**
 * Adds the moment shown to an address of the admin. An `asOf=` in `to` takes precedence; if it is empty, it means
 * today.
 */
export const withAsOf = (to: string): string => {
  const shown = asOf()
  if (shown === null && !to.includes(`${PARAM}=`)) return to
  const [before = '', hash] = to.split('#')
  const [path, query] = before.split('?')
  const search = new URLSearchParams(query)
  const named = search.get(PARAM)
  if (named === '') search.delete(PARAM)
  else if (named === null && shown !== null) search.set(PARAM, shown)
  return `${path}${search.size > 0 ? `?${search}` : ''}${hash === undefined ? '' : `#${hash}`}`
}

/** The same address as of another moment; null for today. */
export const addressAsOf = (address: string, moment: string | null): string => {
  const [path, query] = address.split('?')
  const search = new URLSearchParams(query)
  search.set(PARAM, moment ?? '')
  return `${path}?${search}`
}

const KNOWS_MOMENTS = new RegExp(
  `/api/(?:${[
    'assessments(?:/[^/]+)?',
    'assessment-programs/[^/]+/count',
    'assessment-bills(?:/[^/]+(?:/payments)?)?',
    'bill-counts',
    'payments',
    'remittances(?:/[^/]+)?',
    'deposits(?:/[^/]+)?',
    'bank-lines',
    'members(?:/[^/]+(?:/open-bills)?)?',
    'dashboard/(?:summary|recent-payments)',
    'reports/(?:payments|aging)',
    'exports/(?:bills|payments|members)\\.csv',
  ].join('|')})(?:$|\\?)`,
)
/** Calls that ignore the moment shown: histories, audit, mails of a bill, networks and sign-in. */
const OF_EVERY_MOMENT = /\/api\/(?:auth\/|audit\/|networks(?:$|[/?])|messages\?(?:.*&)?billId=|[^?]+\/history(?:$|\?))/

/** True if a call can answer as of an earlier moment, as the OpenAPI description says (modules/app/as-of.test.ts). */
export const knowsMoments = (path: string): boolean => KNOWS_MOMENTS.test(path)

export const momentFor = (path: string): string | null => (knowsMoments(path) ? asOf() : null)

/** Thrown while an earlier moment is shown: by every command, and by queries that can only answer for today. */
export class OnlyToday extends Error {
  override readonly name = 'OnlyToday'
}

/** @throws OnlyToday */
export const checkMoment = (method: string, url: string): void => {
  if (asOf() === null || url.includes('/api/auth/')) return
  if (method !== 'GET') throw new OnlyToday('You are viewing an earlier day, in which nothing can be changed. Go back to today first.')
  if (!knowsMoments(url) && !OF_EVERY_MOMENT.test(url)) throw new OnlyToday('This can be viewed for today only. Go back to today to see it.')
}
