import { setMaxListeners } from 'node:events'
import type { Response } from 'express'
import { DomainError } from '../../kernel/errors.ts'

/** An error that stops the work for a client that has disconnected; it is never sent. */
export const disconnected = () => new DomainError('unavailable', 'unavailable', 'The client disconnected.')

export const disconnectSignal = (res: Response): AbortSignal => {
  const leaving = new AbortController()
  // One call may have many waiting reads, and Node would warn of a leak.
  setMaxListeners(0, leaving.signal)
  if (res.closed) leaving.abort(disconnected())
  else res.once('close', () => leaving.abort(disconnected()))
  return leaving.signal
}
