import { setImmediate, setTimeout } from 'node:timers/promises'

const MOST_TURNS = 8
/** The rest of a late wave is waited for this often, a millisecond each time. */
const MOST_WAITS = 2

/** Waits as long as each turn of the event loop brings more than are known, and tells how many there are then. */
const whileMoreCome = async (count: () => number, known: number): Promise<number> => {
  for (let turns = 0; count() > known && turns < MOST_TURNS; turns += 1) {
    known = count()
    await setImmediate()
  }
  return known
}

/**
 * Requests come in waves, spread over some turns of the event loop. Waits until this one's have come, so that they go together and not
 * the first of them alone. Who comes alone waits for one turn; only the first few after larger waves wait for others who may be late.
 */
export const waves = () => {
  let usual = 1
  return async (count: () => number): Promise<void> => {
    let known = await whileMoreCome(count, 0)
    for (let waits = 0; known < usual / 2 && waits < MOST_WAITS; waits += 1) {
      await setTimeout(1)
      known = await whileMoreCome(count, known)
    }
    usual = Math.max(known, usual / 2)
  }
}

/**
 * One question for many: while a question is under way, whoever comes gathers for the next one, so that a rush asks seldom and a
 * single caller waits for nobody. Nothing is remembered: each answer was asked for after its caller came.
 */
export const gathered = <Key, Value>(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>): ((key: Key) => Promise<Value | null>) => {
  let next: Promise<ReadonlyMap<Key, Value>> | null = null
  let keys = new Set<Key>()
  const wave = waves()
  let underWay: Promise<unknown> = Promise.resolve()

  const askNext = async () => {
    await underWay
    await wave(() => keys.size)
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
