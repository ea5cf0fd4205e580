import { WebAuthnError } from '@simplewebauthn/browser'
import { messageOr } from '../api/error-message.ts'

/** One message instead of the many different messages of browsers and passkey managers. */
export const passkeyProblem = (error: unknown, fallback: string): string => {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for you already.'
  if (error instanceof Error && error.name === 'NotAllowedError') return 'Nothing was done: you cancelled, or it took too long.'
  return messageOr(error, fallback)
}
