/**
 * What a caller of the API is refused with: the status and what the code means, for whoever writes software. Codes that only the screens of
 * sign-in, people and operators meet are not listed.
 */
export const refusals = {
  invalid: [400, 'A field is missing or wrong; the issues of the answer say which, and how.'],
  unauthenticated: [401, 'Nobody is signed in, and no API key came along.'],
  'key-invalid': [401, 'The API key is unknown, was replaced, or has ended.'],
  forbidden: [403, 'The role of whoever asks does not allow it.'],
  'key-reads-only': [403, 'The API key may only read. Use one that may also change.'],
  'key-not-allowed': [403, 'This call is for people. No API key can make it.'],
  'key-needs-sign-in': [403, 'This call needs somebody who has just signed in. No API key can make it.'],
  'reauth-required': [403, 'The sign-in is older than 15 minutes.'],
  'not-found': [404, 'It does not exist, or belongs to another network.'],
  conflict: [409, 'It was being changed by somebody else for too long. Send the request again.'],
  'other-network': [409, 'The header Vestry-Network names another network than the one of the key or the session.'],
  'idempotency-mismatch': [409, 'The Idempotency-Key was used with another request within the last 24 hours.'],
  unfolded: [409, 'An event of this thing cannot be read. Nothing can be done with it until that is mended.'],
  'not-allowed': [409, 'The present state of the thing does not allow it; the message says why.'],
  'not-active': [409, 'The program is not Active.'],
  'not-editable': [409, 'Only the amount of an Unpaid bill in a Custom program can be changed.'],
  'not-enough-credit': [409, 'The payment has not as much unapplied credit.'],
  'already-billed': [409, 'The payor has a bill for this period already.'],
  'payment-under-way': [409, 'The bill is being paid at this moment. Try again in a minute.'],
  'possible-duplicate': [409, 'Somebody like this is there already; the matches of the answer say who. Send confirm to add them all the same.'],
  'nothing-to-print': [409, 'No bill is open that could be printed.'],
  stale: [412, 'It has changed since the answer whose ETag was sent as If-Match.'],
  'too-large': [413, 'The request or the file is too large.'],
  'wrong-type': [415, 'The request is not JSON, or the file is not CSV.'],
  'slow-down': [429, 'Too many requests. Retry-After has the seconds to wait.'],
  unexpected: [500, 'A fault on our side.'],
  unavailable: [503, 'The service is not available right now. Retry-After has the seconds to wait.'],
} as const satisfies Readonly<Record<string, readonly [status: number, meaning: string]>>

export type RefusalCode = keyof typeof refusals
