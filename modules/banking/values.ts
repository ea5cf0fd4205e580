/** `ignored`: an Admin has said why the line needs no match. */
export const bankLineStatuses = ['open', 'ignored'] as const

export const statementFormats = ['ofx', 'camt.053', 'bai2', 'mt940', 'csv', 'venmo', 'paypal', 'cash-app'] as const
export const MAX_STATEMENT_BYTES = 10_000_000
