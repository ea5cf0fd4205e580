import { expect, test } from 'vitest'
import { refusalOf, siteOf } from './sites.ts'

test.each([
  ['www.grace.example', 'https://www.grace.example'],
  [' http://grace.example ', 'http://grace.example'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('reads %s as the site %s', (typed, site) => {
  expect(siteOf(typed)).toBe(site)
})

test.each([
  ['https://other.example', 'Not on the list'],
  ['https://www.grace.example', 'On the list without www: https://grace.example'],
  ['https://www.hope.example', 'Not on the list'],
  ['http://grace.example', 'On the list with https: https://grace.example'],
  ['https://grace.example:8443', 'On the list with another port: https://grace.example'],
  ['https://faith.example', 'On the list with www: https://www.faith.example'],
])('says why %s was refused: %s', (origin, reason) => {
  expect(refusalOf(origin, ['https://grace.example', 'https://www.faith.example'])).toBe(reason)
})
