import { DomainError } from '../kernel/errors.ts'
import { Unavailable } from './event-store/event-store.ts'

const isAway = (error: unknown): boolean => error instanceof Unavailable || (error instanceof DomainError && error.reason === 'unavailable')

/**
 * Processes the items in sequence. A failed item does not stop the others, except when a shared dependency is
 * unavailable.
 * @throws the first failure, after all items
 */
export const eachInTurn = async <Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (isAway(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Like Promise.all, but rejects only after every promise has settled: guarded work must not outlive its lock. */
export const allSettled = async <Value>(underWay: Iterable<Promise<Value>>): Promise<Value[]> => {
  const all = [...underWay]
  await Promise.allSettled(all)
  return Promise.all(all)
}
