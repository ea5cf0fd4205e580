export const frequencies = ['Yearly', 'Biannual', 'Quarterly', 'Monthly', 'OneTime'] as const
export const frequencyLabels: Record<(typeof frequencies)[number], string> = {
  Yearly: 'Yearly',
  Biannual: 'Bi-Annual',
  Quarterly: 'Quarterly',
  Monthly: 'Monthly',
  OneTime: 'One-Time',
}

/** Uniform: everybody owes the default amount. Custom: a bill's amount may differ. */
export const amountTypes = ['Uniform', 'Custom'] as const
export const programStatuses = ['Draft', 'Active', 'Completed', 'Archived'] as const
