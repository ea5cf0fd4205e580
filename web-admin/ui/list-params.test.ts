import { expect, test } from 'vitest'
import { pageSizeOf, sortOf } from './list-params.ts'

const usual = { orderBy: 'createdAt', order: 'desc' } as const

test.each([
  ['', usual],
  ['orderBy=amount', { orderBy: 'amount', order: 'asc' }],
  ['orderBy=amount&order=desc', { orderBy: 'amount', order: 'desc' }],
  ['orderBy=amount&order=sideways', { orderBy: 'amount', order: 'asc' }],
  ['orderBy=password&order=desc', usual],
])('the address ?%s asks for an order', (address, order) => {
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
