import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type Change, isChange, keysOf, refresh } from './changes.ts'

const change = (kind: Change['kind'], id: string | null = 'x'): Change => ({ kind, id, position: 1 })

test('refetches figures, payments and credit after a payment, and mails after a mail', () => {
  const keys = keysOf([change('bill')]).map(([key]) => key)
  for (const key of ['bill', 'bill-counts', 'payments', 'credits', 'dashboard', 'program-stats', 'member']) expect(keys).toContain(key)
  expect(keys).not.toContain('bills')
  expect(keysOf([change('message'), change('message')])).toEqual([['messages'], ['without-email'], ['dashboard']])
})

test('refetches printed bills after a change of bills or payors', () => {
  for (const kind of ['bill', 'member'] as const)
    for (const key of ['printed-bill', 'printed-bills']) expect(keysOf([change(kind)])).toContainEqual([key])
})

test("refetches everything that shows a payor's name after a change of the payor", () => {
  for (const key of ['bill', 'bills', 'claims', 'credits', 'messages', 'find']) expect(keysOf([change('member')])).toContainEqual([key])
})

test('ignores unknown kinds of a newer server', () => {
  expect(isChange(change('bill'))).toBe(true)
  for (const value of [undefined, null, 'bill', {}, { ...change('bill'), kind: 'comet' }, { ...change('bill'), kind: 'toString' }])
    expect(isChange(value), JSON.stringify(value)).toBe(false)
})

test('refetches a list after a change of a bill that it does not show', async () => {
  const client = new QueryClient()
  let read = 0
  const stop = new QueryObserver(client, {
    queryKey: ['bills', { page: 1 }],
    queryFn: () => {
      read += 1
      return { data: [{ id: 'shown' }] }
    },
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined)
  await expect.poll(() => read).toBe(1)
  await refresh(client, [change('message')])
  expect(read).toBe(1)
  await refresh(client, [change('bill', 'other')])
  expect(read).toBe(2)
  await refresh(client, [change('bill', null)])
  expect(read).toBe(3)
  stop()
})
