import { expect, test } from 'vitest'
import { instantOf } from '../kernel/dates.ts'
import type { NetworkId, ProgramId } from '../kernel/ids.ts'
import { Unavailable } from '../platform/event-store/event-store.ts'
import { type CalendarDependencies, calendar } from './calendar.ts'

const campaign = (name: string) => ({ programId: name as ProgramId, networkId: name as NetworkId })

/**
 * Runs the calendar once; all work for the network `bad` fails with `fault`. Returns the completed work and the error.
 */
const lookedAt = async (fault: Error): Promise<string[]> => {
  const done: string[] = []
  const unlessBad = (what: string, id: string): void => {
    if (id === 'bad') throw fault
    done.push(`${what} ${id}`)
  }
  const look = calendar({
    now: () => instantOf(0),
    command: async ({ type, programId }) => unlessBad(type, programId),
    missingOf: async () => [],
    timeZoneOf: async () => 'UTC',
    periodsToBill: () => [],
    generateBills: async () => 1,
    scheduledCampaigns: async () => [campaign('bad'), campaign('good')],
    recurringCampaigns: async () => [],
    finishedCampaigns: async () => [campaign('bad'), campaign('good')],
    programsWithLateBills: async () => [
      { ...campaign('bad'), after: null },
      { ...campaign('good'), after: null },
    ],
    openRuns: async () => [],
    networksWithCampaigns: async () => ['bad', 'good'].map((id) => ({ id: id as NetworkId, timeZone: 'UTC' })),
    writeReminders: async (id) => {
      unlessBad('remind', id)
      return null
    },
    noteWaitingClaims: async () => unlessBad('claims', 'bad'),
    signHeads: async () => unlessBad('heads', 'all'),
  } satisfies CalendarDependencies)
  await look.run({ sendBills: async () => {}, sendReminders: async () => {} }).catch((error: unknown) => done.push(String(error)))
  return done
}

test('a failing network delays neither other networks nor later work, but the run fails', async () => {
  expect(await lookedAt(new Error('unreadable'))).toEqual([
    ...['LaunchAsScheduled good', 'RequestRun good', 'Complete good', 'remind good', 'heads all'],
    'Error: unreadable',
  ])
})

test('an outage of the log stops the run', async () => {
  const away = new Unavailable('away')
  expect(await lookedAt(away)).toEqual([String(away)])
})
