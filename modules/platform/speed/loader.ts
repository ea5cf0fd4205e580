import DataLoader from 'dataloader'
import { isOn } from './pieces.ts'

/**
 * One question for many callers, a DataLoader that remembers nothing: each answer was asked for after its caller came. While a question
 * is under way, whoever comes gathers for the next one, so that a rush asks seldom and a single caller waits for nobody. `null` for what
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
