import { expect, test } from 'vitest'
import { tabsFor } from './tabs-for.ts'

test.each([
  ['a password alone', { hasPassword: true, accounts: 0, role: null, pays: false }, ['Profile', 'Password', 'Payment Profiles', 'Security']],
  [
    'a password and an account',
    { hasPassword: true, accounts: 1, role: null, pays: false },
    ['Profile', 'Password', 'Payment Profiles', 'Connected Accounts', 'Security'],
  ],
  ['accounts alone', { hasPassword: false, accounts: 2, role: null, pays: false }, ['Profile', 'Payment Profiles', 'Connected Accounts', 'Security']],
  [
    'accounts alone that could not be loaded',
    { hasPassword: false, accounts: undefined, role: null, pays: false },
    ['Profile', 'Payment Profiles', 'Connected Accounts', 'Security'],
  ],
  [
    'nothing known yet',
    { hasPassword: undefined, accounts: undefined, role: null, pays: false },
    ['Profile', 'Password', 'Payment Profiles', 'Security'],
  ],
  ['a Member', { hasPassword: true, accounts: 0, role: 'Member', pays: true }, ['Profile', 'Password', 'Security']],
  ['bills and no network', { hasPassword: false, accounts: 1, role: null, pays: true }, ['Profile', 'Connected Accounts', 'Security']],
  [
    'an Admin',
    { hasPassword: true, accounts: 0, role: 'Admin', pays: false },
    ['Profile', 'Password', 'Payment Profiles', 'Network', 'Embed', 'People', 'API Keys', 'Webhooks', 'Security'],
  ],
  [
    'an Auditor',
    { hasPassword: true, accounts: 0, role: 'Auditor', pays: false },
    ['Profile', 'Password', 'Payment Profiles', 'Network', 'Embed', 'People', 'API Keys', 'Webhooks', 'Security'],
  ],
] as const)('with %s', (_, known, tabs) => {
  expect(tabsFor(known)).toEqual(tabs)
})
