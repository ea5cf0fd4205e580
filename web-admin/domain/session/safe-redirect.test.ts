import { expect, test } from 'vitest'
import { afterLogin } from './safe-redirect.ts'

test('a sign-in leads back, but never to the sign-in and never elsewhere', () => {
  expect(afterLogin('/payors?page=2')).toBe('/payors?page=2')
  expect(afterLogin('/login')).toBe('/dashboard')
  expect(afterLogin(null)).toBe('/dashboard')
  expect(afterLogin('//evil.example')).toBe('/dashboard')
})
