import { expect, test } from 'vitest'
import { billOf, languageOf } from './origin.ts'

test.each([
  ['', '/pay/b1?lang=es', 'en-US', 'es'],
  ['', '/pay/b1', 'es-MX', 'es'],
  ['', '/pay/b1?lang=en', 'es-MX', 'en'],
  ['?lang=es', null, 'en-US', 'es'],
  ['', '/payors', 'es-MX', 'en'],
  ['', null, 'es-MX', 'en'],
  ['', '/pay/b1?lang=fr', 'en-US', 'en'],
] as const)('search %s, redirectTo %s, browser language %s: %s', (search, redirectTo, ofBrowser, language) => {
  expect(languageOf(search, redirectTo, ofBrowser)).toBe(language)
})

test("reads the bill's id from redirectTo", () => {
  expect([billOf('/pay/b1?lang=es'), billOf('/pay/b1/receipts/p1'), billOf(null)]).toEqual(['b1', null, null])
})
