import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashingThreads } from './hashing.ts'

const options = { memoryCost: 1024, timeCost: 1, parallelism: 1 }
/** Number of this process's threads with a lower priority. */
const behind = () =>
  readdirSync('/proc/self/task').filter((id) => Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]) > 0).length

test('shares few threads among many hashes, and continues after a failure', async () => {
  const work = hashingThreads(2)
  const hashes = await Promise.all(Array.from({ length: 20 }, (_, i) => work({ password: `password ${i}`, options })))
  expect(new Set(hashes).size).toBe(20)
  await expect(work({ password: 'x', stored: 'no hash at all' })).rejects.toThrow('a password could not be hashed')
  const answers = await Promise.all(hashes.map((stored, i) => work({ password: `password ${i % 10}`, stored: String(stored) })))
  expect(answers).toEqual(hashes.map((_, i) => i < 10))
})

test.runIf(process.platform === 'linux')('limits its threads and runs them at low priority', async () => {
  expect(readlinkSync('/proc/thread-self')).toContain('/task/')
  const before = behind()
  const work = hashingThreads(2)
  await Promise.all(Array.from({ length: 10 }, () => work({ password: 'x', options })))
  expect(behind() - before).toBe(2)
})
