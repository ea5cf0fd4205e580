import { expect, test } from 'vitest'
import { pagesShown } from './pages.ts'

test.each([
  [1, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 8, [1, 2, null, 8]],
  [5, 121, [1, null, 4, 5, 6, null, 121]],
  [3, 121, [1, 2, 3, 4, null, 121]],
  [4, 121, [1, 2, 3, 4, 5, null, 121]],
  [121, 121, [1, null, 120, 121]],
])('on page %i of %i the first, the last and the neighbours are shown', (current, total, shown) => {
  expect(pagesShown(current, total)).toEqual(shown)
})
