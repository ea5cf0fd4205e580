/** The header by which our own screens ask for what they need beside the documented fields: days left, whether a claim waits, what was paid (RFC 7240, Prefer). */
export const PREFERRED = { prefer: 'days-left' } as const
