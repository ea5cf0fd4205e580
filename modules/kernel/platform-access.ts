/** Wanted of an account whose owner has ended our access to it: no name of Stripe's. */
export const PLATFORM_ACCESS = 'platform_access'

/** Whether the owner of an account has ended our access to it, for what is still wanted of the account. */
export const isAccessEnded = (wanted: readonly string[]): boolean => wanted.includes(PLATFORM_ACCESS)
