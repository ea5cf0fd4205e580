import { expect, test } from 'vitest'
import { ApiError } from '../domain/api/client.ts'
import { resetProblem } from './words.ts'

test.each([
  [{ code: 'token-invalid', message: 'Invalid or expired reset token' }, 'Invalid or expired reset token'],
  [{ code: 'token-expired', message: 'Reset token has expired' }, 'Reset token has expired'],
  [{ code: 'invalid', message: 'That token was used before' }, 'Reset token has expired'],
  [{ code: 'invalid', message: 'This link has expired' }, 'Reset token has expired'],
  [{ code: 'invalid', message: 'Password must be at least 8 characters long' }, 'Password must be at least 8 characters long'],
  [undefined, 'An error occurred. Please try again.'],
])('shows a failure with %o as: %s', (body, sentence) => {
  expect(resetProblem(new ApiError(400, body))).toBe(sentence)
})
