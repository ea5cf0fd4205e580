/** Origin of a change in a treasurer's words, by the part of the system that made it. People and guests need none. */
const bySystem: Readonly<Record<string, string>> = {
  calendar: 'by the calendar',
  campaign: 'by the run of the campaign',
  credit: 'because credit goes from one bill to another',
  'generate-bills': 'because a payment profile was attached',
  reconciler: 'found in a comparison with Stripe',
  reminders: 'by the calendar',
  stripe: 'reported by Stripe',
}

/** `actor`: from an event's metadata. Null if the log does not show the origin (R71). */
export const causeBy = (actor: string): string | null => (actor.startsWith('system:') && bySystem[actor.slice('system:'.length)]) || null

/** Origin of a payor or bill that an Admin entered singly. */
export const BY_HAND = 'by hand'

/** `row`: line of the file, as the upload's answer counts them. */
export const fromRow = (row: number, kind: 'individual' | 'congregation'): string =>
  `from row ${row} of an upload of ${kind === 'individual' ? 'members' : 'congregations'}`
