import { atom } from 'jotai'

/** Why the session could not be checked; the login page says it once. */
export const sessionProblemAtom = atom<string | null>(null)
