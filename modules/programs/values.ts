export const frequencies = ['Yearly', 'Biannual', 'Quarterly', 'Monthly', 'OneTime'] as const
export const frequencyLabels: Record<(typeof frequencies)[number], string> = {
  Yearly: 'Yearly',
  Biannual: 'Bi-Annual',
  Quarterly: 'Quarterly',
  Monthly: 'Monthly',
  OneTime: 'One-Time',
}

/** Uniform: all owe the default amount. Custom: bills may have different amounts. */
export const amountTypes = ['Uniform', 'Custom'] as const
/** The numbers of monthly parts that a program may offer (R138). */
export const planCounts = [2, 3, 4, 6, 10, 12] as const
export const programStatuses = ['Draft', 'Active', 'Completed', 'Archived'] as const

/** True if a program accepts payors: to bill them, or to keep them until it has a profile (R43). */
export const takesPayors = ({ status, upload }: Readonly<{ status: string; upload: Readonly<{ hasProfile: boolean }> }>): boolean =>
  status === 'Active' || (status === 'Draft' && !upload.hasProfile)
