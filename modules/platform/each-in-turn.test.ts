import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DomainError } from '../kernel/errors.ts'
import { eachInTurn } from './each-in-turn.ts'

const away = () => new DomainError('unavailable', 'unavailable', 'Stripe is not responding right now.')

test('runs as many items at once as asked, and each of them once', async () => {
  let [running, most] = [0, 0]
  const done: number[] = []
  const work = async (n: number) => {
    running += 1
    most = Math.max(most, running)
    await pause(n % 3)
    running -= 1
    done.push(n)
  }
  const items = Array.from({ length: 30 }, (_, n) => n)
  await eachInTurn(items, work, 4)
  expect([most, done.toSorted((a, b) => a - b)]).toEqual([4, items])
})

test('goes on after a failed item, and stops when a dependency is away', async () => {
  const seen: number[] = []
  const work = (error: () => Error) => async (n: number) => {
    seen.push(n)
    await pause(0)
    if (n === 1) throw error()
  }
  await expect(
    eachInTurn(
      [0, 1, 2, 3, 4, 5],
      work(() => new Error('broken')),
      2,
    ),
  ).rejects.toThrow('broken')
  expect(seen.splice(0)).toEqual([0, 1, 2, 3, 4, 5])
  await expect(eachInTurn([0, 1, 2, 3, 4, 5], work(away), 2)).rejects.toThrow('not responding')
  expect(seen.length).toBeLessThan(5)
})
