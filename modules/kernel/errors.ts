import type { RefusalCode } from './refusals.ts'

/** Why the domain said no. HTTP statuses are chosen from this in platform/http/http.ts, and only there. */
export type Reason =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'refused'
  | 'stale'
  | 'too-large'
  | 'wrong-type'
  | 'too-many'
  | 'unavailable'
  | 'misdirected'

export type Issue = Readonly<{ path: string; message: string }>

/**
 * A refusal with a code that screens switch on and a sentence that people read.
 * `issues` names the fields at fault; `details` are further fields of the answer (personal data only where the reader may see it).
 */
export class DomainError extends Error {
  readonly reason: Reason
  readonly code: RefusalCode
  readonly issues: readonly Issue[] | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(reason: Reason, code: RefusalCode, message: string, more: { issues?: readonly Issue[]; details?: Record<string, unknown> } = {}) {
    super(message)
    this.name = 'DomainError'
    this.reason = reason
    this.code = code
    this.issues = more.issues
    this.details = more.details
  }
}

/** The owner of an account at Stripe has ended our access to it. Whoever asks is told as if Stripe were away. */
export class NoAccess extends DomainError {
  constructor(message: string) {
    super('unavailable', 'unavailable', message)
  }
}

/** Null where an account has ended our access, so that it holds up no other. */
export const nullWithoutAccess = async <Answer>(asked: Promise<Answer>): Promise<Answer | null> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoAccess) return null
    throw error
  }
}

/** One field is at fault. */
export const invalid = (path: string, message: string): DomainError => new DomainError('invalid', 'invalid', message, { issues: [{ path, message }] })

export const refused = (code: RefusalCode, message: string, details?: Record<string, unknown>): DomainError =>
  new DomainError('refused', code, message, details === undefined ? {} : { details })

/** The payee does not take money this way, or not any more. */
export const methodNotEnabled = (): DomainError => refused('method-not-enabled', 'This payment method is not available for this assessment.')

export type Thing =
  | 'Assessment program'
  | 'Assessment bill'
  | 'Payment profile'
  | 'Member'
  | 'Network'
  | 'Payment'
  | 'Payout'
  | 'Saved payment method'
  | 'Account'
  | 'Upload'
  | 'Message'
  | 'Session'
  | 'Passkey'
  | 'Event'
  | 'Job'
  | 'API key'
  | 'Webhook'
  | 'Delivery'

/** Absent and somebody else's are the same answer (R14). */
export const missing = (thing: Thing): DomainError => new DomainError('missing', 'not-found', `${thing} not found or you do not have access to it.`)

/** What a refusal names: one thing, also where a list of them is refused. */
export type Named = Lowercase<Thing> | 'dashboard' | 'installation' | 'report' | 'profile' | 'password' | 'invitation'

/** 'You do not have permission to {action} this {thing}.' (R119) */
export const forbidden = (action: string, thing: Named): DomainError =>
  new DomainError('forbidden', 'forbidden', `You do not have permission to ${action} this ${thing}.`)

/** The last sign-in is too old for this. */
export const reauthRequired = (action: string, thing: Named): DomainError =>
  new DomainError('forbidden', 'reauth-required', `Please confirm that it is you to ${action} this ${thing}.`)
