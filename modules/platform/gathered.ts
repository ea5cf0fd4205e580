import { setImmediate } from 'node:timers/promises'

const MOST_TURNS = 8

/**
 * Requests come in waves, spread over some turns of the event loop. Waits as long as each turn brings more, so that a wave goes
 * together and not its first one alone; who comes alone waits for one turn.
 */
export const whileMoreCome = async (count: () => number): Promise<void> => {
  for (let known = 0, turns = 0; count() > known && turns < MOST_TURNS; turns += 1) {
    known = count()
    await setImmediate()
  }
}

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
    await whileMoreCome(() => keys.size)
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
