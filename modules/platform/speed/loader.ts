import DataLoader from 'dataloader'
import { isOn } from './pieces.ts'

/**
 * A DataLoader without a cache: each answer was read after its caller asked. Calls during a query are batched into the
 * next one: under load many calls share a query, and a lone caller waits one event-loop turn. `null` for keys that
 * `ask` does not find.
 */
export const loader = <Key, Value>(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>): ((key: Key) => Promise<Value | null>) => {
  if (!isOn('loader')) return async (key) => (await ask([key])).get(key) ?? null
  let underWay: Promise<unknown> = Promise.resolve()
  const batches = new DataLoader<Key, Value | null>(
    async (keys) => {
      const answer = ask([...new Set(keys)])
      underWay = answer.catch(() => {})
      const found = await answer
      return keys.map((key) => found.get(key) ?? null)
    },
    { cache: false, batchScheduleFn: (go) => void underWay.then(() => setImmediate(go)) },
  )
  return (key) => batches.load(key)
}
