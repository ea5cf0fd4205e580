/** What payments can be ordered by. */
export const paymentColumns = ['createdAt', 'amount', 'payor', 'program'] as const
export const payoutLineKinds = ['payment', 'refund', 'dispute', 'other'] as const
export const payoutLineLabels: Record<(typeof payoutLineKinds)[number], string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  other: 'Other',
}
