import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

/** A question that is answered when the test says so. */
const slow = () => {
  const asked: { keys: readonly string[]; answer: (error?: Error) => void }[] = []
  const find = gathered<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const answer = (error?: Error) =>
          error ? reject(error) : resolve(new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()])))
        asked.push({ keys, answer })
      }),
  )
  return { asked, find }
}
/** Long enough that whoever gathers has asked. */
const turn = async () => {
  for (let i = 0; i < 3; i += 1) await setImmediate()
}

test('who comes in one turn of the event loop is asked for together', async () => {
  const { asked, find } = slow()
  const found = [find('a')]
  await null
  found.push(find('b'))
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b']])
  asked[0]?.answer()
  expect(await Promise.all(found)).toEqual(['A', 'B'])
})

test('a wave is asked for together while each turn brings more of it, but not for ever', async () => {
  const { asked, find } = slow()
  const found: Promise<unknown>[] = []
  for (const key of ['a', 'b', 'c']) {
    found.push(find(key))
    await setImmediate()
  }
  await turn()
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']])
  asked[0]?.answer()
  await Promise.all(found)

  for (let i = 0; i < 40 && asked.length === 1; i += 1) {
    void find(String(i))
    await setImmediate()
  }
  expect(asked[1]?.keys.length).toBeLessThan(20)
})

test('soon after a large wave the first of the next one waits for the others, but not for long, and then no more', async () => {
  const { asked, find } = slow()
  const wave = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const goes = async (count: number) => {
    await expect.poll(() => asked.length, { interval: 1 }).toBe(count)
    asked[count - 1]?.answer()
  }
  const first = wave.map(find)
  await goes(1)
  await Promise.all(first)

  const alone = find('a')
  await turn()
  expect(asked.length).toBe(1)
  const late = [alone, ...wave.slice(1).map(find)]
  await goes(2)
  await Promise.all(late)
  expect(asked[1]?.keys).toEqual(wave)

  for (let count = 3; count < 8; count += 1) {
    const one = find('z')
    await goes(count)
    await one
  }
  const lonely = find('z')
  await turn()
  expect(asked.length).toBe(8)
  asked[7]?.answer()
  await lonely
})

test('whoever comes while a question is under way is asked for by the next one, once', async () => {
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

test('a question that fails fails for those who asked it, and for nobody else', async () => {
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
