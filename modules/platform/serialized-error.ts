import { DomainError } from '../kernel/errors.ts'
import { Unavailable } from './event-store/event-store.ts'

/** Structured clone drops classes, by which the HTTP edge distinguishes errors. */
export type SerializedError = Readonly<{
  name: string
  message: string
  stack: string | undefined
  code: string | undefined
  refusal: Pick<DomainError, 'reason' | 'code' | 'issues' | 'details'> | null
  cause: SerializedError | null
}>

export const serializeError = (error: unknown): SerializedError => {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined, code: undefined, refusal: null, cause: null }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    name: error instanceof Unavailable ? Unavailable.name : name,
    message,
    stack,
    code: code === undefined ? undefined : String(code),
    refusal: error instanceof DomainError ? { reason: error.reason, code: error.code, issues: error.issues, details: error.details } : null,
    cause: cause === undefined ? null : serializeError(cause),
  }
}

export const restoreError = ({ name, message, stack, code, refusal, cause }: SerializedError): Error => {
  if (refusal) {
    const { issues, details } = refusal
    return new DomainError(refusal.reason, refusal.code, message, { ...(issues ? { issues } : {}), ...(details ? { details } : {}) })
  }
  const reason = cause ? restoreError(cause) : undefined
  const error = name === Unavailable.name ? new Unavailable(reason) : new Error(message, { cause: reason })
  Object.assign(error, { name, ...(code === undefined ? {} : { code }) })
  if (stack) error.stack = stack
  return error
}
