/** The longest wait between two retries. */
export const LONGEST_PAUSE_MS = 30_000
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
