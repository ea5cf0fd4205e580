import { type AnyBill, isPublic } from '../view.ts'

type Rare = typeof import('./returned.tsx') & typeof import('../plan/pay-in-parts.tsx')

/** The parts of the page that few bills need. The server has all of them; a browser loads those that its bill uses. */
export const rare: Partial<Rare> = {}

/** Loads the parts that a bill needs before it is shown. */
export const loadRare = async (bill: AnyBill | null): Promise<void> => {
  if (!isPublic(bill)) return
  const parts = [
    bill.returned && !rare.Returned && import('./returned.tsx'),
    (bill.plan ?? bill.plansOffered) && !rare.PayInParts && import('../plan/pay-in-parts.tsx'),
  ]
  for (const part of parts) Object.assign(rare, await part)
}
