import { expect, test } from 'vitest'
import { tabsFor } from './tabs-for.ts'

test.each([
  ['a password alone', { hasPassword: true, accounts: 0, role: null }, ['Profile', 'Password', 'Payment Profiles', 'Security']],
  [
    'a password and an account',
    { hasPassword: true, accounts: 1, role: null },
    ['Profile', 'Password', 'Payment Profiles', 'Connected Accounts', 'Security'],
  ],
  ['accounts alone', { hasPassword: false, accounts: 2, role: null }, ['Profile', 'Payment Profiles', 'Connected Accounts', 'Security']],
  [
    'accounts alone that could not be loaded',
    { hasPassword: false, accounts: undefined, role: null },
    ['Profile', 'Payment Profiles', 'Connected Accounts', 'Security'],
  ],
  ['nothing known yet', { hasPassword: undefined, accounts: undefined, role: null }, ['Profile', 'Password', 'Payment Profiles', 'Security']],
  ['a Member', { hasPassword: true, accounts: 0, role: 'Member' }, ['Profile', 'Password', 'Payment Profiles', 'Security']],
  [
    'an Admin',
    { hasPassword: true, accounts: 0, role: 'Admin' },
    ['Profile', 'Password', 'Payment Profiles', 'Network', 'Embed', 'People', 'API Keys', 'Webhooks', 'Security'],
  ],
  [
    'an Auditor',
    { hasPassword: true, accounts: 0, role: 'Auditor' },
    ['Profile', 'Password', 'Payment Profiles', 'Network', 'Embed', 'People', 'API Keys', 'Webhooks', 'Security'],
  ],
] as const)('with %s', (_, known, tabs) => {
  expect(tabsFor(known)).toEqual(tabs)
})
