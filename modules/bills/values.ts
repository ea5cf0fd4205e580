/**
 * In order of precedence: a bill has the first of these statuses that applies to it (R60). Drafts are the exception.
 */
export const billStatuses = ['Draft', 'Archived', 'Paid', 'PendingConfirmation', 'Failed', 'Overdue', 'Partial', 'Unpaid'] as const
export const billStatusLabels: Record<(typeof billStatuses)[number], string> = {
  Draft: 'Draft',
  Unpaid: 'Unpaid',
  Partial: 'Partial',
  Paid: 'Paid',
  Overdue: 'Overdue',
  PendingConfirmation: 'Pending Confirmation',
  Failed: 'Failed',
  Archived: 'Archived',
}

/** The columns by which lists of bills can be sorted. */
export const billColumns = ['createdAt', 'dueDate', 'amount', 'balance', 'payor', 'program', 'status'] as const

/** A payor without an account counts as the payor. */
export const planChoosers = ['payor', 'admin'] as const
export type PlanChooser = (typeof planChoosers)[number]
export const partStatuses = ['open', 'paid', 'overdue'] as const
export type PartStatus = (typeof partStatuses)[number]

/** The largest number of bills that one payment or claim of a payor can settle (R140). */
export const MOST_BILLS = 50

const BILL_ID_LENGTH = 22

/** The ids with which the token of a mailed list, or of a claim for several bills, begins (R140, R141). */
export const idsOfList = (token: string): string[] => {
  const [ids = ''] = token.split('.')
  return Array.from({ length: Math.ceil(ids.length / BILL_ID_LENGTH) }, (_, i) => ids.slice(i * BILL_ID_LENGTH, (i + 1) * BILL_ID_LENGTH))
}
