import { expect, test } from 'vitest'
import type { User } from '../../../modules/identity/contract.ts'
import { sessionFrom } from './session.ts'

const user = { firstName: 'Ada' } as User

test('a session is loading until the check has answered', () => {
  expect(sessionFrom({ data: undefined, error: null, isPending: true }).status).toBe('loading')
})

test('the answer is a user or nobody', () => {
  expect(sessionFrom({ data: { authenticated: true, user }, error: null, isPending: false })).toMatchObject({ status: 'authenticated', user })
  expect(sessionFrom({ data: { authenticated: false, user: null }, error: null, isPending: false })).toMatchObject({
    status: 'unauthenticated',
    error: null,
  })
})

test.each([
  [new Error('The house is closed'), 'The house is closed'],
  ['boom', 'Authentication failed'],
  [{ status: 500 }, 'Authentication failed'],
])('a check that fails with %o makes a guest, told: %s', (error, said) => {
  expect(sessionFrom({ data: undefined, error, isPending: false })).toMatchObject({ status: 'unauthenticated', error: said })
})
