import type pg from 'pg'
import { expect, test } from 'vitest'
import type { Readiness, State } from '../operations/health-check.ts'
import { healthOf } from './health.ts'

const pool = { waitingCount: 0, idleCount: 1, totalCount: 3 } as pg.Pool
const state: State = {
  head: 12n,
  projections: [
    { name: 'bills', position: 10n, behind: 2, secondsBehind: 3, holder: null, stopped: false, unreadable: null },
    { name: 'members', position: null, behind: null, secondsBehind: null, holder: '1@here', stopped: true, unreadable: null },
  ],
  jobs: { waiting: 1, retrying: 2, dead: 3, oldestDue: 4, oldestRunning: 5 },
  mail: { waiting: 6, oldestWaiting: 7, failed: 8, lastSentAt: null },
  deliveries: { due: 10, oldestDue: 11 },
  storage: {
    disks: [
      { name: 'database', freeShare: 0.25 },
      { name: 'log', freeShare: null },
    ],
    databaseBytes: 9,
    logBytes: null,
  },
  backup: null,
  processes: [],
}

const health = (connections: Readiness, everything: () => Promise<State> = async () => state) => {
  let checks = 0
  const counted = {
    readiness: async () => {
      checks += 1
      return connections
    },
    everything: async (found: Promise<Readiness>) => {
      await found
      return everything()
    },
  }
  const found = healthOf({ pool, healthCheck: counted, stopped: new Map(), role: 'worker', draining: new AbortController().signal })
  return { ...found, checks: () => checks }
}

test('readiness and metrics come from one check', async () => {
  const one = health({ head: 12n, unreadable: [] })
  const { problems, figures } = await one.check()
  expect([problems, one.checks()]).toEqual([[], 1])
  const found = new Map(figures.map((figure) => [figure.name, 'value' in figure ? figure.value : [...figure.values]]))
  expect(found.get('vestry_projections_unheld')).toBe(1)
  expect(found.get('vestry_projections_stopped')).toBe(1)
  expect(found.get('vestry_projection_lag_seconds')).toEqual([['bills', 3]])
  expect([found.get('vestry_deliveries_due'), found.get('vestry_deliveries_oldest_due_age_seconds')]).toEqual([10, 11])
  expect(found.get('vestry_disk_used_ratio')).toEqual([['database', 0.75]])
  expect(found.has('vestry_backup_timestamp_seconds')).toBe(false)
})

test('names a part that does not answer, and leaves its metrics out', async () => {
  const away = health({ head: null, unreadable: null }, () => Promise.reject(new Error('away')))
  expect(await away.check()).toEqual({ problems: ['the database cannot be reached', 'the event store cannot be reached'], figures: [] })
  expect(await away.problems()).toEqual(['the database cannot be reached', 'the event store cannot be reached'])
})
