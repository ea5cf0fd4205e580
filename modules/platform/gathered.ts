import { setImmediate } from 'node:timers/promises'

/**
 * One question for many: while a question is under way, whoever comes gathers for the next one, so that a rush asks seldom and a
 * single caller waits for nobody. Nothing is remembered: each answer was asked for after its caller came.
 */
export const gathered = <Key, Value>(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>): ((key: Key) => Promise<Value | null>) => {
  let next: Promise<ReadonlyMap<Key, Value>> | null = null
  let keys = new Set<Key>()
  let underWay: Promise<unknown> = Promise.resolve()

  const askNext = async () => {
    await underWay
    // Requests come in waves: who arrives in the same turn of the event loop is asked for together, not the first one alone.
    await setImmediate()
    const asked = [...keys]
    next = null
    keys = new Set()
    const answer = ask(asked)
    underWay = answer.catch(() => {})
    return answer
  }

  return async (key) => {
    keys.add(key)
    next ??= askNext()
    return (await next).get(key) ?? null
  }
}
