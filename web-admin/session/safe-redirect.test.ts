import { expect, test } from 'vitest'
import { afterLogin, safeRedirect } from './safe-redirect.ts'

test.each([
  '/dashboard',
  '/payors?tab=assessment-bills&page=2',
  '/assessments/1#runs',
  '/pay/AAAAAAAAAAAAAAAAAAAAAA',
  '/a?next=%2F%2Fevil.example',
  '/caf%C3%A9',
])('a path of this site stays: %s', (path) => {
  expect(safeRedirect(path)).toBe(path)
})

test.each([
  '',
  null,
  undefined,
  'dashboard',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\tevil.example',
  '/\n/evil.example',
  '\u0000/dashboard',
  'https://evil.example',
  'HTTPS://evil.example/',
  'javascript:alert(1)',
  ' /dashboard',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%252Fevil.example',
  '/%25255Cevil.example',
  '/%0Aevil',
  '/%E0%A4%A',
  '/..//evil.example',
  '/.//evil.example',
])('anything else is dropped: %j', (value) => {
  expect(safeRedirect(value)).toBeNull()
})

test('a sign-in never leads to the sign-in', () => {
  expect(afterLogin('/login')).toBe('/dashboard')
  expect(afterLogin(null)).toBe('/dashboard')
  expect(afterLogin('//evil.example')).toBe('/dashboard')
  expect(afterLogin('/payors?page=2')).toBe('/payors?page=2')
})
