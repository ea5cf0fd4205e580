import { ageWords } from '../shared/ages.ts'
import type { State } from './health-check.ts'

/** A condition that needs attention: its alert in scripts/deploy/alerts.yml, and its text on the operator's page. */
type Rule = Readonly<{
  alert: string
  /** The alert's metric and threshold. */
  metric: string
  above: number
  /** The metric's value in the state that the operator's page shows; null if unknown. */
  of: (state: State) => number | null
  says: (value: number, state: State) => string
  advice: string
}>

const HOUR = 3_600

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`
const most = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0))
const named = (names: readonly string[]): string => names.join(', ')

const fullestOf = ({ disks }: State['storage']): { name: string; used: number } | null =>
  disks
    .flatMap(({ name, freeShare }) => (freeShare === null ? [] : [{ name, used: 1 - freeShare }]))
    .reduce<{ name: string; used: number } | null>((fullest, one) => (fullest === null || one.used > fullest.used ? one : fullest), null)

export const isBlocked = ({ stopped, unreadable }: State['projections'][number]): boolean => stopped || unreadable !== null

/** The thresholds equal the alerts in alerts.yml; a test compares them. */
export const rules: readonly Rule[] = [
  {
    ...{ alert: 'VestryProjectionStopped', metric: 'vestry_projections_stopped', above: 0 },
    of: ({ projections }) => projections.filter(isBlocked).length,
    says: (_, { projections }) => `Blocked: ${named(projections.filter(isBlocked).map(({ name }) => name))}.`,
    advice:
      'An event cannot be read. A release that reads it, or an Admin of its network who quarantines it (Journal, Blocked Events), lets it go on.',
  },
  {
    ...{ alert: 'VestryProjectionUnheld', metric: 'vestry_projections_unheld', above: 0 },
    of: ({ projections }) => projections.filter(({ holder }) => holder === null).length,
    says: (_, { projections }) => `Nobody follows the log for ${named(projections.filter(({ holder }) => holder === null).map(({ name }) => name))}.`,
    advice: 'Start a process with ROLE=projector or all. During a restart another one takes over within some seconds.',
  },
  {
    ...{ alert: 'VestryProjectionBehind', metric: 'vestry_projection_lag_seconds', above: 60 },
    of: ({ projections }) => most(projections.filter((one) => !isBlocked(one)).map(({ secondsBehind }) => secondsBehind)),
    says: (seconds) => `Lists show what was ${ageWords(seconds)} ago.`,
    advice: 'Is Postgres busy, or an upload under way? They catch up by themselves once they can.',
  },
  {
    ...{ alert: 'VestryJobsDead', metric: 'vestry_jobs_dead', above: 0 },
    of: ({ jobs }) => jobs.dead,
    says: (dead) => `${count(dead, 'job has', 'jobs have')} failed for good.`,
    advice: 'Repair the cause that is named with each, then let them try again.',
  },
  {
    ...{ alert: 'VestryJobTooOld', metric: 'vestry_jobs_oldest_due_age_seconds', above: 600 },
    of: ({ jobs }) => jobs.oldestDue,
    says: (seconds) => `A job has waited for ${ageWords(seconds)}.`,
    advice: 'Start a process with ROLE=worker or all, or one more if jobs arrive faster than they are done.',
  },
  {
    ...{ alert: 'VestryJobRunsTooLong', metric: 'vestry_jobs_oldest_running_age_seconds', above: HOUR },
    of: ({ jobs }) => jobs.oldestRunning,
    says: (seconds) => `A job has run for ${ageWords(seconds)}.`,
    advice: 'A mail server or Stripe may not be answering. If nothing else is wrong, restart the workers, one after another.',
  },
  {
    ...{ alert: 'VestryMailsWait', metric: 'vestry_mails_oldest_waiting_age_seconds', above: HOUR },
    of: ({ mail }) => mail.oldestWaiting,
    says: (seconds) => `A mail to a payor has waited for ${ageWords(seconds)}.`,
    advice: 'Run npm run doctor: it says whether the mail server of SMTP_URL takes mail.',
  },
  {
    ...{ alert: 'VestryDeliveriesWait', metric: 'vestry_deliveries_oldest_due_age_seconds', above: HOUR },
    of: ({ deliveries }) => deliveries.oldestDue,
    says: (seconds) => `A delivery to a webhook is late by ${ageWords(seconds)}.`,
    advice: 'After a large upload it passes. Otherwise look for jobs named deliver-webhook that fail, and start one more process with ROLE=worker.',
  },
  {
    ...{ alert: 'VestryDiskFull', metric: 'vestry_disk_used_ratio', above: 0.9 },
    of: ({ storage }) => fullestOf(storage)?.used ?? null,
    says: (used, { storage }) => `The ${fullestOf(storage)?.name} disk is ${Math.floor(used * 100)}% full.`,
    advice: 'Make room, or enlarge the disk: when it is full, nothing can be recorded.',
  },
  {
    ...{ alert: 'VestryBackupTooOld', metric: 'vestry_backup_timestamp_seconds', above: 8 * HOUR },
    of: ({ backup }) => (backup ? backup.age : Number.POSITIVE_INFINITY),
    says: (age) => (Number.isFinite(age) ? `The last backup was made ${ageWords(age)} ago.` : 'No backup of this installation is known.'),
    advice: 'Run npm run backup -- FILE from a timer (OPERATE.md, Backups).',
  },
  {
    ...{ alert: 'VestryBackupOfEarlierKey', metric: 'vestry_backup_of_earlier_key', above: 0 },
    of: ({ backup }) => (backup?.ofEarlierKey ? 1 : 0),
    says: () => 'The last backup was made before PERSONAL_DATA_KEY was changed.',
    advice: 'Make a new one, and keep the old key for as long as backups of its time.',
  },
]

/** Current problems with advice; empty if there are none (R125). */
export const attentionOf = (state: State): { title: string; advice: string }[] => [
  ...(state.head === null
    ? [{ title: 'The event store cannot be reached.', advice: 'Lists are shown as they were, and nothing can be recorded until it is back.' }]
    : []),
  ...state.storage.disks.flatMap(({ name, freeShare }) =>
    freeShare === null
      ? [{ title: `The ${name} disk cannot be looked at.`, advice: 'The setting DISKS names a folder that is not there, or may not be reached.' }]
      : [],
  ),
  ...rules.flatMap(({ above, of, says, advice }) => {
    const value = of(state)
    return value !== null && value > above ? [{ title: says(value, state), advice }] : []
  }),
]
