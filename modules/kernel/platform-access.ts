/** A requirement of ours, not of Stripe's: the account's owner has ended our access. */
export const PLATFORM_ACCESS = 'platform_access'

export const isAccessEnded = (wanted: readonly string[]): boolean => wanted.includes(PLATFORM_ACCESS)
