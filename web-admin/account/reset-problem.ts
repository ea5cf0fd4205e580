import { ApiError } from '../domain/api/client.ts'
import { serverMessage } from '../domain/api/error-message.ts'

/** The message that the reset screen shows for a failed request (R2). */
export const resetProblem = (error: unknown): string => {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'token-invalid') return 'Invalid or expired reset token'
  const message = serverMessage(error)
  if (code === 'token-expired' || /token|expired/i.test(message ?? '')) return 'Reset token has expired'
  return message ?? 'An error occurred. Please try again.'
}
