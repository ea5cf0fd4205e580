import { expect, test } from 'vitest'
import { hasNoLink } from './no-links.ts'

test.each([
  'https://pay.example',
  'HTTP://x',
  'see www.pay',
  'pay.example.org',
  'Zelle to evil.co now',
  'evil\u200b.com',
  'пример.рф',
  'evil．com/x',
])('refuses a link: %s (R94)', (text) => expect(hasNoLink(text)).toBe(false))

test.each(['Check 1042', 'Check No. 1042', 'INV-2026.10.01', '1.200,50', 'Paid by Ruth. Thank you.', 'St. Paul', 'a.m', 'Ref 12.b'])(
  'accepts a text without a link: %s',
  (text) => expect(hasNoLink(text)).toBe(true),
)
