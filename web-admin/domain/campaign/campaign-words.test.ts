import { expect, test } from 'vitest'
import type { Readiness } from '../../../modules/campaigns/contract.ts'
import { allRunsWords, formatMinute, isReady, launchObstacle, launchWords, localMinute, nextHour, timeLeft } from './campaign-words.ts'

const readiness = (setup: boolean, attach: boolean, upload: boolean): Readiness => {
  const item = (ready: boolean) => ({ status: ready ? ('ready' as const) : ('pending' as const) })
  return { paymentProfileSetup: item(setup), paymentProfileAttach: item(attach), memberUpload: item(upload) }
}
const draft = { status: 'Active', campaignStatus: 'Draft' } as const

test('allows a launch once all three items are ready, and names the first missing one', () => {
  expect(launchObstacle(draft, readiness(true, true, true))).toBeUndefined()
  expect(launchObstacle(draft, readiness(false, false, false))).toBe('Set up a payment profile, then launch.')
  expect(launchObstacle(draft, readiness(true, false, false))).toBe('Attach a payment profile, then launch.')
  expect(launchObstacle(draft, readiness(true, true, false))).toBe('Upload members, then launch.')
  expect([readiness(true, true, true), readiness(true, true, false)].map(isReady)).toEqual([true, false])
})

test('does not launch the campaign of a completed or archived program', () => {
  expect(launchObstacle({ ...draft, status: 'Completed' }, readiness(true, true, true))).toBe('This program is completed.')
  expect(launchObstacle({ ...draft, status: 'Archived' }, readiness(true, true, true))).toBe('This program is archived.')
})

test('formats campaign times to the minute', () => {
  expect(formatMinute('2026-03-12T16:15:00')).toBe('Mar 12, 2026, 4:15 PM')
})

test('estimates the time left from the pace, after enough progress', () => {
  const first = { at: 0, processed: 100 }
  expect(timeLeft({ processedCount: 100, totalCount: 300 }, first, 60_000)).toBeNull()
  expect(timeLeft({ processedCount: 140, totalCount: 300 }, first, 1_900)).toBeNull()
  expect(timeLeft({ processedCount: 200, totalCount: 300 }, first, 10_000)).toBe('less than a minute left')
  expect(timeLeft({ processedCount: 110, totalCount: 300 }, first, 10_000)).toBe('about 4 minutes left')
  expect(timeLeft({ processedCount: 110, totalCount: 120 }, first, 60_000)).toBe('about 1 minute left')
})

test('suggests the next full hour for a later launch', () => {
  expect(nextHour(new Date(2026, 11, 31, 23, 40))).toBe('2027-01-01T00:00')
  expect(localMinute(new Date(2026, 2, 5, 9, 7))).toBe('2026-03-05T09:07')
})

test('says how many payors get mail and how many have no working address', () => {
  const what = 'their bill by mail with a link to pay, and reminders until it is paid.'
  expect(launchWords(12, 0)).toBe(`12 payors get ${what}`)
  expect(launchWords(12, 11)).toBe(`1 payor gets ${what} 11 payors have no working e-mail address: print those bills afterwards.`)
  expect(launchWords(1, 1)).toBe('No mail is sent. 1 payor has no working e-mail address: print that bill afterwards.')
  expect(launchWords(12, undefined)).toBe(`Every payor with a working e-mail address gets ${what}`)
})

test('counts mailed bills of all runs, without bills that have no address', () => {
  const runs = [
    { processedCount: 2, withoutEmailCount: 0 },
    { processedCount: 5, withoutEmailCount: 1 },
  ]
  expect(allRunsWords(runs)).toBe('In all 2 runs, 6 bills were mailed.')
})
