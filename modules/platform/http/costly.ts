import type { Turns } from './turns.ts'

/**
 * What costs a processor several milliseconds, and how one address takes turns at it (R134): its requests wait for each other, and everybody
 * else's for one of them at most.
 */
export const costlyTurns = (inTurn: Turns) => ({
  /** Pages that the server draws, and bills in the words of a printed one. A congregation in one room opens them at the same moment. */
  pages: inTurn({ places: 2, line: 60, burst: 60, perMinute: 600 }),
  /** Bills and receipts as PDF, of which some embed the glyphs of several scripts. */
  papers: inTurn({ places: 1, line: 30, burst: 10, perMinute: 60 }),
  /** Texts of half a megabyte that stay the same. */
  texts: inTurn({ places: 2, line: 60, burst: 20, perMinute: 600 }),
  /** Files of whole lists. */
  files: inTurn({ places: 1, line: 10, burst: 4, perMinute: 60 }),
  /** Audit packs, for which a network's whole record is read, and proofs for its Admins. */
  packs: inTurn({ places: 1, line: 4, burst: 4, perMinute: 12 }),
  /** Proofs by the links of receipts. */
  proofs: inTurn({ places: 1, line: 10, burst: 10, perMinute: 20 }),
  /** Whatever hashes a password or a recovery code. */
  passwords: inTurn({ places: 2, line: 10, burst: 20, perMinute: 60 }),
  /** Bodies of up to a megabyte that are read whole before their signature can be checked. */
  signedBodies: inTurn({ places: 4, line: 100, burst: 100, perMinute: 1_200 }),
})
export type Costly = ReturnType<typeof costlyTurns>
