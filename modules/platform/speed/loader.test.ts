import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { loader } from './loader.ts'

const slow = () => {
  const asked: { keys: readonly string[]; answer: (error?: Error) => void }[] = []
  const find = loader<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const answer = (error?: Error) =>
          error ? reject(error) : resolve(new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()])))
        asked.push({ keys, answer })
      }),
  )
  return { asked, find }
}
/** Waits long enough for the loader to send its batch. */
const turn = async () => {
  for (let i = 0; i < 3; i += 1) await setImmediate()
}

test('batches keys of one event-loop turn', async () => {
  const { asked, find } = slow()
  const found = [find('a')]
  await null
  found.push(find('b'))
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b']])
  asked[0]?.answer()
  expect(await Promise.all(found)).toEqual(['A', 'B'])
})

test('batches keys that arrive during a query into the next one, each once', async () => {
  const { asked, find } = slow()
  const first = find('a')
  await turn()
  const later = [find('b'), find('a'), find('b'), find('unknown')]
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a']])
  asked[0]?.answer()
  expect(await first).toBe('A')
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'a', 'unknown']])
  asked[1]?.answer()
  expect(await Promise.all(later)).toEqual(['B', 'A', 'B', null])
})

test('fails only the callers of the failed query', async () => {
  const { asked, find } = slow()
  const failed = [find('a'), find('b')].map((one) => one.catch((error: Error) => error.message))
  await turn()
  const later = find('c')
  asked[0]?.answer(new Error('lost'))
  expect(await Promise.all(failed)).toEqual(['lost', 'lost'])
  await turn()
  asked[1]?.answer()
  expect(await later).toBe('C')
})
