export const depositStatuses = ['Open', 'Closed'] as const

/** The most payments in one deposit: each command reads the whole deposit. */
export const MOST_ITEMS = 500

/** A number of payments by check or cash in words. */
export const checks = (count: number): string => (count === 1 ? 'one payment' : `${count} payments`)
