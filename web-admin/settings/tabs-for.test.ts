import { expect, test } from 'vitest'
import { tabsFor } from './tabs-for.ts'

test.each([
  ['a password alone', { hasPassword: true, accounts: 0, role: null }, ['Profile', 'Password', 'Payment Profiles']],
  ['a password and an account', { hasPassword: true, accounts: 1, role: null }, ['Profile', 'Password', 'Payment Profiles', 'Connected Accounts']],
  ['accounts alone', { hasPassword: false, accounts: 2, role: null }, ['Profile', 'Payment Profiles', 'Connected Accounts']],
  [
    'accounts alone that could not be loaded',
    { hasPassword: false, accounts: undefined, role: null },
    ['Profile', 'Payment Profiles', 'Connected Accounts'],
  ],
  ['nothing known yet', { hasPassword: undefined, accounts: undefined, role: null }, ['Profile', 'Password', 'Payment Profiles']],
  ['a Member', { hasPassword: true, accounts: 0, role: 'Member' }, ['Profile', 'Password', 'Payment Profiles']],
  ['an Admin', { hasPassword: true, accounts: 0, role: 'Admin' }, ['Profile', 'Password', 'Payment Profiles', 'Network', 'People']],
  ['an Auditor', { hasPassword: true, accounts: 0, role: 'Auditor' }, ['Profile', 'Password', 'Payment Profiles', 'Network', 'People']],
] as const)('with %s', (_, known, tabs) => {
  expect(tabsFor(known)).toEqual(tabs)
})
