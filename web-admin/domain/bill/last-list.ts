import { atom } from 'jotai'

export const allBills = '/payors?tab=assessment-bills'

/** The address of the list of bills that was shown last. A bill's page links back to it. */
export const lastBillsAtom = atom(allBills)
