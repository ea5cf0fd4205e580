import { expect, test } from 'vitest'
import { HELLO, HERE, isFromFrame, opens } from './protocol.ts'

test('an opening message must have exactly its type and version', () => {
  expect(opens(HERE, { type: 'vestry-pay:here', v: 1 })).toBe(true)
  expect(opens(HELLO, { type: 'vestry-pay:hello', v: 1, more: true })).toBe(true)
  for (const data of [
    null,
    undefined,
    5,
    'vestry-pay:here',
    [],
    {},
    { type: HERE },
    { type: HERE, v: 2 },
    { type: HERE, v: '1' },
    { type: HELLO, v: 1 },
  ])
    expect(opens(HERE, data), JSON.stringify(data)).toBe(false)
})

test.each([
  [{ type: 'ready', bill: 'b1', status: 'Unpaid' }, true],
  [{ type: 'paid', bill: 'b1', status: null }, true],
  [{ type: 'pending', bill: '', status: 'PendingConfirmation' }, true],
  [{ type: 'resize', height: 640 }, true],
  [{ type: 'expand', open: false }, true],
  [{ type: 'ready', bill: 'b1' }, false],
  [{ type: 'ready', bill: null, status: null }, false],
  [{ type: 'paid', bill: 'b1', status: 5 }, false],
  [{ type: 'resize', height: 0 }, false],
  [{ type: 'resize', height: -1 }, false],
  [{ type: 'resize', height: 100_000 }, false],
  [{ type: 'resize', height: Number.NaN }, false],
  [{ type: 'resize', height: '640' }, false],
  [{ type: 'expand', open: 1 }, false],
  [{ type: 'navigate', url: 'https://evil.example' }, false],
  [{ type: 'toString' }, false],
  [{}, false],
  [[], false],
  [null, false],
  ['ready', false],
])('accepts %j from the frame: %s', (data, received) => {
  expect(isFromFrame(data)).toBe(received)
})
