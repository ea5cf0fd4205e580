import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventsOf, readBy, UnreadableEvent } from './events.ts'

test('upgrades an event of an earlier shape to the current one', () => {
  const from = (data: object) => ('dollars' in data ? { amount: 100 * Number(data.dollars) } : data)
  const table = { Paid: eventsOf()(z.object({ amount: z.int() }), { icon: 'coins', says: 'Paid', webhook: null, from }) }
  const read = readBy(table)
  expect(read([{ type: 'Paid', data: { dollars: 7 } }])).toEqual([{ type: 'Paid', data: { amount: 700 } }])
  expect(read([{ type: 'Paid', data: { amount: 700 } }])).toEqual([{ type: 'Paid', data: { amount: 700 } }])
  expect(() => read([{ type: 'Paid', data: { amount: '700' } }])).toThrow(UnreadableEvent)
})
