export const purposes = ['bill', 'reminder', 'receipt', 'claim-received', 'claim-not-received'] as const

/** What Admins call each kind of mail. */
export const purposeLabels: Readonly<Record<(typeof purposes)[number], string>> = {
  bill: 'Bill',
  reminder: 'Reminder',
  receipt: 'Receipt',
  'claim-received': 'Payment noted',
  'claim-not-received': 'Payment not received',
}
