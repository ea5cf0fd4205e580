/** The columns by which lists of payments can be sorted. */
export const paymentColumns = ['createdAt', 'amount', 'payor', 'program'] as const
export const payoutLineKinds = ['payment', 'refund', 'dispute', 'other'] as const
export const payoutLineLabels: Record<(typeof payoutLineKinds)[number], string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  other: 'Other',
}
