export const purposes = [
  'bill',
  'reminder',
  'receipt',
  'guest-receipt',
  'claim-received',
  'claim-not-received',
  'debit-returned',
  'refund',
  'reversal',
  'amount-changed',
  'waived',
  'credit',
] as const

/** Why mails to an address have stopped: its server knows no such mailbox, or its owner called a mail spam. */
export const failureReasons = ['unknown', 'complaint'] as const
export type FailureReason = (typeof failureReasons)[number]
export const failureWords: Readonly<Record<FailureReason, string>> = {
  unknown: 'the receiving server knows no such mailbox',
  complaint: 'its owner reported a mail as spam',
}

/** What Admins call each kind of mail. */
export const purposeLabels: Readonly<Record<(typeof purposes)[number], string>> = {
  bill: 'Bill',
  reminder: 'Reminder',
  receipt: 'Receipt',
  'guest-receipt': 'Receipt for whoever paid',
  'claim-received': 'Payment noted',
  'claim-not-received': 'Payment not received',
  'debit-returned': 'Bank debit returned',
  refund: 'Refund',
  reversal: 'Payment taken back',
  'amount-changed': 'Amount changed',
  waived: 'Bill waived',
  credit: 'Credit',
}
