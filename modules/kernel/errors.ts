import type { RefusalCode } from './refusals.ts'

/** Reasons for a refusal. platform/http/http.ts alone maps them to HTTP statuses. */
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
 * A refusal with a code for screens and a sentence for people.
 * `issues` names the wrong fields; `details` are further fields of the answer (personal data only if the reader may see
 * it).
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

/** The owner of an account at Stripe has ended our access. Callers are answered as if Stripe were unavailable. */
export class NoAccess extends DomainError {
  constructor(message: string) {
    super('unavailable', 'unavailable', message)
  }
}

/** Returns null instead of throwing NoAccess, so that one account without access does not block the others. */
export const nullWithoutAccess = async <Answer>(asked: Promise<Answer>): Promise<Answer | null> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoAccess) return null
    throw error
  }
}

export const invalid = (path: string, message: string): DomainError => new DomainError('invalid', 'invalid', message, { issues: [{ path, message }] })

export const refused = (code: RefusalCode, message: string, details?: Record<string, unknown>): DomainError =>
  new DomainError('refused', code, message, details === undefined ? {} : { details })

export const methodNotEnabled = (): DomainError => refused('method-not-enabled', 'This payment method is not available for this assessment.')

export type Thing =
  | 'Assessment program'
  | 'Assessment bill'
  | 'Payment profile'
  | 'Member'
  | 'Network'
  | 'Payment'
  | 'Remittance'
  | 'Payout'
  | 'Deposit'
  | 'Saved payment method'
  | 'Autopay'
  | 'Bank line'
  | 'Bank statement'
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

/** A missing record and a record of another network get the same answer (R14). */
export const missing = (thing: Thing): DomainError => new DomainError('missing', 'not-found', `${thing} not found or you do not have access to it.`)

/** The thing that a refusal names, in the singular even for lists. */
export type Named = Lowercase<Thing> | 'dashboard' | 'installation' | 'report' | 'profile' | 'password' | 'invitation'

/** 'You do not have permission to {action} this {thing}.' (R119) */
export const forbidden = (action: string, thing: Named): DomainError =>
  new DomainError('forbidden', 'forbidden', `You do not have permission to ${action} this ${thing}.`)

export const reauthRequired = (action: string, thing: Named): DomainError =>
  new DomainError('forbidden', 'reauth-required', `Please confirm that it is you to ${action} this ${thing}.`)
