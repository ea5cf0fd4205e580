import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'

/** A store that writes only when the test says so, and takes one item per letter at a time. */
const slow = () => {
  const written: { items: readonly string[]; done: (error?: Error) => void }[] = []
  const letter = (item: string): string => item.charAt(0)
  const commit = groupCommit<string, string>({
    write: (items) =>
      new Promise((resolve, reject) => {
        written.push({ items, done: (error) => (error ? reject(error) : resolve(items.map((item) => item.toUpperCase()))) })
      }),
    headOf: (queue, underWay) => {
      const letters = new Set([...underWay].map(letter))
      return new Set(queue.filter((item) => !letters.has(letter(item)) && letters.add(letter(item))))
    },
    failsAll: ({ message }: Error) => message === 'away',
  } as Parameters<typeof groupCommit<string, string>>[0])
  return { written, commit }
}
const groups = ({ written }: ReturnType<typeof slow>): number[] => written.map(({ items }) => items.length)
const many = (count: number, from = 'a'): string[] => Array.from({ length: count }, (_, i) => String.fromCharCode(from.charCodeAt(0) + i))
const turn = async () => {
  for (let i = 0; i < 3; i += 1) await setImmediate()
}

test('shares a transaction among items of one event-loop turn, and the next among later items', async () => {
  const { written, commit } = slow()
  const answers = ['a', 'b'].map(commit)
  await turn()
  answers.push(...['c', 'd'].map(commit))
  await turn()
  expect(written.map(({ items }) => items)).toEqual([['a', 'b']])
  written[0]?.done()
  await turn()
  written[1]?.done()
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D'])
})

test('writes the two halves of a large group at the same time; a small group waits until one of them is written', async () => {
  const store = slow()
  const answers = many(20).map(store.commit)
  await turn()
  expect(groups(store)).toEqual([10, 10])
  answers.push(...many(9, 'A').map(store.commit))
  await turn()
  expect(groups(store), 'no third at once').toEqual([10, 10])
  store.written[1]?.done()
  await turn()
  expect(groups(store)).toEqual([10, 10, 9])
  for (const { done } of store.written) done()
  expect(await Promise.all(answers)).toEqual([...many(20).map((item) => item.toUpperCase()), ...many(9, 'A')])
})

test('makes the later of two ordered items wait, although a lane is free', async () => {
  const store = slow()
  const answers = [...many(10).map((item) => `${item}1`), ...many(10).map((item) => `${item}2`)].map(store.commit)
  await turn()
  expect(store.written.map(({ items }) => items)).toEqual([many(8).map((item) => `${item}1`)])
  store.written[0]?.done()
  await turn()
  expect(store.written[1]?.items).toEqual(['i1', 'j1', ...many(8).map((item) => `${item}2`)].slice(0, 8))
  for (let i = 1; i < store.written.length || i < 4; i += 1) {
    store.written[i]?.done()
    await turn()
  }
  expect(await Promise.all(answers)).toHaveLength(20)
})

test('fails only the faulty item, unless the error fails all', async () => {
  const store = slow()
  const away = ['a', 'b'].map((item) => store.commit(item).catch(String))
  await turn()
  store.written[0]?.done(new Error('away'))
  expect(await Promise.all(away)).toEqual(['Error: away', 'Error: away'])
  const bad = ['c', 'd'].map((item) => store.commit(item).catch(String))
  await turn()
  store.written[1]?.done(new Error('c is bad'))
  await turn()
  store.written[2]?.done(new Error('c is bad'))
  await turn()
  store.written[3]?.done()
  expect(await Promise.all(bad)).toEqual(['Error: c is bad', 'D'])
})
