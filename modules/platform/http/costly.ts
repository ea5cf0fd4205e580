import type { Turns } from './turns.ts'

/**
 * Limits for requests that cost several milliseconds of processor time (R120). Requests from one address queue behind each other, so that other
 * clients wait for at most one of them.
 */
export const costlyTurns = (inTurn: Turns) => ({
  /** Server-rendered pages. A congregation in one room may open them at the same moment. */
  pages: inTurn({ places: 2, line: 60, burst: 60, perMinute: 600 }),
  /** Bills and receipts as PDF; some embed glyphs of several scripts. */
  papers: inTurn({ places: 1, line: 30, burst: 10, perMinute: 60 }),
  texts: inTurn({ places: 2, line: 60, burst: 20, perMinute: 600 }),
  files: inTurn({ places: 1, line: 10, burst: 4, perMinute: 60 }),
  /** Audit packs, which read a network's whole log, and proofs for Admins. */
  packs: inTurn({ places: 1, line: 4, burst: 4, perMinute: 12 }),
  /** Proofs opened from receipts. */
  proofs: inTurn({ places: 1, line: 10, burst: 10, perMinute: 20 }),
  /** Calls that hash a password or recovery code. */
  passwords: inTurn({ places: 2, line: 10, burst: 20, perMinute: 60 }),
  /** Bodies of up to a megabyte, read whole before their signature is checked. */
  signedBodies: inTurn({ places: 4, line: 100, burst: 100, perMinute: 1_200 }),
})
export type Costly = ReturnType<typeof costlyTurns>
