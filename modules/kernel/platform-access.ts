/**
 * Stored among Stripe's open requirements when the account's owner has ended our access; Stripe has no such
 * requirement.
 */
export const PLATFORM_ACCESS = 'platform_access'

export const isAccessEnded = (wanted: readonly string[]): boolean => wanted.includes(PLATFORM_ACCESS)
