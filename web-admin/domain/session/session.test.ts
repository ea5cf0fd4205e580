import { expect, test } from 'vitest'
import type { User } from '../../../modules/identity/contract.ts'
import { sessionFrom } from './session.ts'

const user = { firstName: 'Ada' } as User

test('is loading until the check has answered', () => {
  expect(sessionFrom({ data: undefined, error: null, isPending: true }).status).toBe('loading')
})

test('has a user or none after the check', () => {
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
])('a failed check with %o makes a guest with the message: %s', (error, said) => {
  expect(sessionFrom({ data: undefined, error, isPending: false })).toMatchObject({ status: 'unauthenticated', error: said })
})
