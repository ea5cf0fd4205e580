import { expect, test } from 'vitest'
import { momentProblem } from './in-moment.tsx'

test.each(['2026-03-31T23:59:59.999Z', '2024-02-29T00:00:00Z', '2020-01-01T10:30Z'])('accepts the moment %s', (moment) => {
  expect(momentProblem(moment)).toBeNull()
})

test.each(['', 'yesterday', '2026-03-31', '2026-02-30T00:00:00Z', '2026-03-31T25:00:00Z', '2026-03-31T10:00:00+02:00', '2026-03-31 10:00:00Z'])(
  'rejects %j',
  (moment) => {
    expect(momentProblem(moment)).toBe('The address has no valid date and time.')
  },
)

test('rejects a moment in the future', () => {
  expect(momentProblem('2999-01-01T00:00:00Z')).toBe('The date in the address is in the future.')
})
