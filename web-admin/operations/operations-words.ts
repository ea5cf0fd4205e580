import type { DeadJob, InstallationHealth, ProjectionHealth } from '../../modules/operations/contract.ts'
import { ageWords } from '../../modules/shared/ages.ts'
import { count } from '../domain/campaign/campaign-words.ts'

/** 'Look at Stripe' for look-at-stripe. */
export const jobLabel = ({ task }: Pick<DeadJob, 'task'>): string =>
  task
    .replaceAll('-', ' ')
    .replace(/\bstripe\b/, 'Stripe')
    .replace(/^./, (first) => first.toUpperCase())

/** The distance of a projection from the log's end: 'Up to date', '12 positions, for 4 seconds'. */
export const behindWords = ({ behind, secondsBehind }: ProjectionHealth): string => {
  if (behind === null) return 'Not known'
  if (behind === 0) return 'Up to date'
  return `${count(behind, 'position', 'positions')}${secondsBehind !== null && secondsBehind >= 1 ? `, for ${ageWords(secondsBehind)}` : ''}`
}

/** Formats an age in seconds; 0 means that there is nothing to measure. */
export const oldestWords = (seconds: number): string => (seconds < 1 ? 'None' : ageWords(seconds))

/** The free share of each disk: 'Free on the database disk', '41%'. */
export const freeFacts = ({ disks }: InstallationHealth['storage']): [string, string][] =>
  disks.map(({ name, freeShare }) => [`Free on the ${name} disk`, freeShare === null ? 'Not known' : `${Math.floor(freeShare * 100)}%`])

export const agoWords = (moment: string, now: string): string => {
  const seconds = (Date.parse(now) - Date.parse(moment)) / 1_000
  return seconds < 60 ? 'just now' : `${ageWords(seconds)} ago`
}
