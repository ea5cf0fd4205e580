export const remittanceStatuses = ['Completed', 'PartiallyRefunded', 'Refunded', 'PartiallyReversed', 'Reversed'] as const

/** The allocations without the one that only holds the payer's credit, unless there is no other. */
export const allocationsOf = <Part extends Readonly<{ amount: number }>>(parts: readonly Part[]): Part[] => {
  const settling = parts.filter(({ amount }) => amount > 0)
  return settling.length > 0 ? settling : [...parts]
}
