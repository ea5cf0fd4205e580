import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elsewhere } from '../../scripts/testing/elsewhere.ts'
import { safePath } from './safe-path.ts'

const SITE = 'https://vestry.example'

/** Origins that a browser on this site would open, also if the address is decoded on the way. */
const sites = (path: string): string[] => {
  const found: string[] = []
  for (let text = path, n = 0; n < 8; n += 1) {
    found.push(new URL(text, SITE).origin)
    try {
      text = decodeURIComponent(text.split(/[?#]/, 1)[0] ?? '')
    } catch {
      break
    }
  }
  return found
}

test.each([
  '/',
  '/dashboard',
  '/payors?tab=assessment-bills&page=2',
  '/assessments/1#runs',
  '/pay/AAAAAAAAAAAAAAAAAAAAAA',
  '/a?next=%2F%2Fevil.example',
  '/accept-invitation?token=a_b-c',
  '/caf%C3%A9',
  '/a%20b',
  '/@name',
  '/a//b',
])('keeps a path of this site: %s', (path) => expect(safePath(path)).toBe(path))

test.each([
  ['/a/../dashboard', '/dashboard'],
  ['/café', '/caf%C3%A9'],
  ["/a?b='<", '/a?b=%27%3C'],
])('normalises %s as a browser does', (path, written) => expect(safePath(path)).toBe(written))

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
  '/／evil.example',
  '/api',
  '/api/oauth/google?mode=connect',
  '/API/auth/logout',
  '/%61pi/auth/logout',
  '/%2561pi/auth/logout',
  '/./api/auth/logout',
  '/x/../api/',
  '/x/%2e%2e/api',
  '/x/..%2fapi',
  '/ａｐｉ/x',
  '/oauth/google',
  '/Oauth?mode=connect',
  '/dashboard/../%6Fauth/',
  `/${'x'.repeat(2000)}`,
])('drops anything else: %j', (value) => expect(safePath(value)).toBeNull())

test(`leads to another site in none of ${elsewhere.length} attempts`, () => {
  expect(elsewhere.length).toBeGreaterThanOrEqual(500)
  for (const target of elsewhere) {
    const path = safePath(target)
    if (path !== null) expect(new Set(sites(path)), target).toEqual(new Set([SITE]))
  }
  // safePath drops most of the targets; the others lead to our own pages with odd names.
  expect(elsewhere.filter((target) => safePath(target) !== null).length).toBeLessThan(elsewhere.length / 8)
})

test('never leads to another site', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5C',
      '%25',
      '%252f',
      '%09',
      '%0d%0a',
      '\t',
      '\n',
      ' ',
      '／',
      'http:',
      'javascript:',
      'evil.example',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, slash) => {
      const path = safePath(`${slash ? '/' : ''}${pieces.join('')}`)
      if (path === null) return
      expect(path).toMatch(/^\/(?![/\\])/)
      expect(new Set(sites(path))).toEqual(new Set([SITE]))
      expect(safePath(path), 'what came out goes in').toBe(path)
    }),
    { numRuns: 5_000 },
  )
})
