/** Derived, in this order of precedence except Draft (R60). */
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

/** The columns by which bills can be sorted. */
export const billColumns = ['createdAt', 'dueDate', 'amount', 'balance', 'payor', 'program', 'status'] as const
