import { useSearch } from 'wouter'

/** Where an address names the moment that the whole admin is shown as of. */
const PARAM = 'asOf'

const momentIn = (search: string): string | null => new URLSearchParams(search).get(PARAM) || null

/** The earlier moment that is shown, as the address has it; null: today. */
export const asOf = (): string | null => (typeof location === 'undefined' ? null : momentIn(location.search))

export const useAsOf = (): string | null => momentIn(useSearch())

/** An address of the application with the moment that is shown; one that names a moment itself keeps it, and an empty one leads back to today. */
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

/** The same address, of another moment; null: today. */
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
    'members(?:/[^/]+)?',
    'dashboard/(?:summary|recent-payments)',
    'reports/(?:payments|aging)',
    'exports/(?:bills|payments|members)\\.csv',
  ].join('|')})(?:$|\\?)`,
)
/** The calls that tell of every moment, or of who one is: what they answer does not depend on the moment that is shown. */
const OF_EVERY_MOMENT = /\/api\/(?:auth\/|audit\/|networks(?:$|[/?])|messages\?(?:.*&)?billId=|[^?]+\/history(?:$|\?))/

/** True if a call answers as of any moment, as its published description says (modules/app/as-of.test.ts). */
export const knowsMoments = (path: string): boolean => KNOWS_MOMENTS.test(path)

/** The moment that a call is asked about. */
export const momentFor = (path: string): string | null => (knowsMoments(path) ? asOf() : null)

/** Refused here, while an earlier moment is shown: what only today knows, and every change. */
export class OnlyToday extends Error {
  override readonly name = 'OnlyToday'
}

/** @throws OnlyToday */
export const checkMoment = (method: string, url: string): void => {
  if (asOf() === null || url.includes('/api/auth/')) return
  if (method !== 'GET') throw new OnlyToday('You see an earlier day, where nothing can be changed. Go back to today first.')
  if (!knowsMoments(url) && !OF_EVERY_MOMENT.test(url)) throw new OnlyToday('This is shown for today only.')
}
