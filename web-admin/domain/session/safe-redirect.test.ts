import { expect, test } from 'vitest'
import { afterLogin } from './safe-redirect.ts'

test('after a sign-in, redirects within the site, but never to a sign-in page', () => {
  expect(afterLogin('/payors?page=2')).toBe('/payors?page=2')
  expect(afterLogin('/login')).toBe('/dashboard')
  expect(afterLogin(null)).toBe('/dashboard')
  expect(afterLogin('//evil.example')).toBe('/dashboard')
})
