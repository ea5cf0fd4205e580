import { expect, test } from 'vitest'
import type { Instant } from '../kernel/dates.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { waitingClaimTasks } from './mail-admins-about-waiting-claims.ts'

test('a delayed mail counts the claims that wait when it is sent, and is not sent if none do', async () => {
  const subjects: string[] = []
  let waiting = 3
  const tasks = waitingClaimTasks({
    now: () => '2026-06-01T15:00:00.000Z' as Instant,
    send: async ({ subject }) => {
      subjects.push(subject)
    },
    baseUrl: () => 'https://vestry.example',
    addJob: async () => {},
    countWaitingClaims: async () => waiting,
    accountsOfAdmins: async () => [{ id: 'ada' as UserId, email: 'ada@church.example', firstName: 'Ada' }],
  })
  const mail = () => tasks['mail-waiting-claims']({ networkId: 'synod' as NetworkId, userId: 'ada' as UserId, messageId: 'one' })
  await mail()
  waiting = 0
  await mail()
  expect(subjects).toEqual(['3 payments have been waiting for more than a week'])
})
