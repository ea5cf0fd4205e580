/** Between two tries at what the server is late with. */
export const LONGEST_PAUSE_MS = 30_000
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
