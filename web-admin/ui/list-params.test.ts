import { expect, test } from 'vitest'
import { pageSizeOf, pagesShown, sortOf } from './list-params.ts'

const usual = { orderBy: 'createdAt', order: 'desc' } as const

test.each([
  ['', usual],
  ['orderBy=amount', { orderBy: 'amount', order: 'asc' }],
  ['orderBy=amount&order=desc', { orderBy: 'amount', order: 'desc' }],
  ['orderBy=amount&order=sideways', { orderBy: 'amount', order: 'asc' }],
  ['orderBy=password&order=desc', usual],
])('reads the order from the address ?%s', (address, order) => {
  expect(sortOf(new URLSearchParams(address), ['createdAt', 'amount'], usual)).toEqual(order)
})

test.each([
  ['', 10],
  ['pageSize=50', 50],
  ['pageSize=51', 10],
  ['pageSize=1e2', 10],
])('the address ?%s asks for pages of %d', (address, size) => {
  expect(pageSizeOf(new URLSearchParams(address))).toBe(size)
})

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
