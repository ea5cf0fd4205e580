import { DomainError } from '../kernel/errors.ts'
import { Unavailable } from './event-store/event-store.ts'

const isAway = (error: unknown): boolean => error instanceof Unavailable || (error instanceof DomainError && error.reason === 'unavailable')

/**
 * Processes the items in sequence, or so many at once. A failed item does not stop the others, except when a shared
 * dependency is unavailable.
 * @throws the first failure, after all items
 */
export const eachInTurn = async <Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>, atOnce = 1): Promise<void> => {
  const failures: unknown[] = []
  let away: unknown = null
  const left = [...items].values()
  const worker = async (): Promise<void> => {
    for (const item of left) {
      if (away) return
      try {
        await work(item)
      } catch (error) {
        if (isAway(error)) away ??= error
        else failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (away) throw away
  if (failures.length > 0) throw failures[0]
}

/** Like Promise.all, but rejects only after every promise has settled: guarded work must not outlive its lock. */
export const allSettled = async <Value>(underWay: Iterable<Promise<Value>>): Promise<Value[]> => {
  const all = [...underWay]
  await Promise.allSettled(all)
  return Promise.all(all)
}
