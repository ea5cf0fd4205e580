import { atom } from 'jotai'

export const allBills = '/payors?tab=assessment-bills'

/** Where the reader last was in the bills, so that a bill's page leads back to the same page of the same list. */
export const lastBillsAtom = atom(allBills)
