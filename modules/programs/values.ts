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

/** Whether a program takes payors: to be billed, or to be kept until it has a profile (R43). */
export const takesPayors = ({ status, upload }: Readonly<{ status: string; upload: Readonly<{ hasProfile: boolean }> }>): boolean =>
  status === 'Active' || (status === 'Draft' && !upload.hasProfile)
