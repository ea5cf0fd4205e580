/** The header by which our own screens ask for the days left of each bill beside its documented fields (RFC 7240, Prefer). */
export const PREFERRED = { prefer: 'days-left' } as const
