/** Where a change came from, in a treasurer's words, by the part of the system that made it. People and guests need no such words. */
const bySystem: Readonly<Record<string, string>> = {
  calendar: 'by the calendar',
  campaign: 'by the run of the campaign',
  credit: 'because credit goes from one bill to another',
  'generate-bills': 'because a payment profile was attached',
  reconciler: 'found in a comparison with Stripe',
  reminders: 'by the calendar',
  stripe: 'reported by Stripe',
}

/** `actor`: of an event's metadata. Null where the log does not tell (R71). */
export const causeBy = (actor: string): string | null => (actor.startsWith('system:') && bySystem[actor.slice('system:'.length)]) || null

/** A person or a bill that an Admin has made one by one. */
export const BY_HAND = 'by hand'

/** `row`: the line of the file, as the upload's answer counts them. */
export const fromRow = (row: number, kind: 'individual' | 'congregation'): string =>
  `from row ${row} of an upload of ${kind === 'individual' ? 'members' : 'congregations'}`
