import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type Change, isChange, keysOf, refresh } from './changes.ts'

const change = (kind: Change['kind'], id: string | null = 'x'): Change => ({ kind, id, position: 1 })

test('money that arrives changes figures, payments and credit; a mail changes the mails', () => {
  const keys = keysOf([change('bill')]).map(([key]) => key)
  for (const key of ['bill', 'bill-counts', 'payments', 'credits', 'dashboard', 'program-stats', 'member']) expect(keys).toContain(key)
  expect(keys).not.toContain('bills')
  expect(keysOf([change('message'), change('message')])).toEqual([['messages'], ['without-email'], ['dashboard']])
})

test('paper shows bills and payors', () => {
  for (const kind of ['bill', 'member'] as const)
    for (const key of ['printed-bill', 'printed-bills']) expect(keysOf([change(kind)])).toContainEqual([key])
})

test('a payor is named on bills, claims, credits and mails, and is found by name', () => {
  for (const key of ['bill', 'bills', 'claims', 'credits', 'messages', 'find']) expect(keysOf([change('member')])).toContainEqual([key])
})

test('what a newer server tells of besides is passed over', () => {
  expect(isChange(change('bill'))).toBe(true)
  for (const told of [undefined, null, 'bill', {}, { ...change('bill'), kind: 'comet' }, { ...change('bill'), kind: 'toString' }])
    expect(isChange(told), JSON.stringify(told)).toBe(false)
})

test('a list is read anew when a bill changed that it does not show', async () => {
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
