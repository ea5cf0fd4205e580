import { expect, test } from 'vitest'
import { axisLabel, axisTicks } from './chart.tsx'

test.each([
  [31_200, [0, 10_000, 20_000, 30_000, 40_000]],
  [40_000, [0, 10_000, 20_000, 30_000, 40_000]],
  [900, [0, 250, 500, 750, 1000]],
  [0.5, [0, 0.25, 0.5, 0.75, 1]],
])('an axis for values up to %d has round steps', (most, ticks) => {
  expect(axisTicks(most)).toEqual(ticks)
})

test('abbreviates labels', () => {
  expect([0, 250, 2500, 10_000, 1_500_000].map(axisLabel)).toEqual(['$0', '$250', '$2.5K', '$10K', '$1.5M'])
})
