import { atom } from 'jotai'

/** Why the session check failed; the login page shows it once. */
export const sessionProblemAtom = atom<string | null>(null)
