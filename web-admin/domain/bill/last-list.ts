import { atom } from 'jotai'

export const allBills = '/payors?tab=assessment-bills'

/** The address of the last list of bills, to which a bill's page leads back. */
export const lastBillsAtom = atom(allBills)
