import { DomainError } from '../kernel/errors.ts'
import { Unavailable } from './event-store/event-store.ts'

const isAway = (error: unknown): boolean => error instanceof Unavailable || (error instanceof DomainError && error.reason === 'unavailable')

/**
 * Does the work for one item after the other; one that fails holds up no other, unless what all of them need is away.
 * @throws the first failure, once all have had their turn
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
