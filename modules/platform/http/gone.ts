import { setMaxListeners } from 'node:events'
import type { Response } from 'express'
import { DomainError } from '../../kernel/errors.ts'

/** The refusal that nobody hears. */
export const hungUp = () => new DomainError('unavailable', 'unavailable', 'Nobody waits for the answer any more.')

/** Tells when nobody waits for an answer any more: its client has hung up, or has it. */
export const goneSignal = (res: Response): AbortSignal => {
  const leaving = new AbortController()
  // One call may have many reads that wait.
  setMaxListeners(0, leaving.signal)
  if (res.closed) leaving.abort(hungUp())
  else res.once('close', () => leaving.abort(hungUp()))
  return leaving.signal
}
