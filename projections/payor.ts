import { z } from 'zod'
import { PayorId } from '../modules/kernel/ids.ts'

/** The columns that name a bill's payor; a query selects them from members m and its congregation c. */
export const PayorColumns = z.object({
  payorId: PayorId,
  kind: z.enum(['individual', 'congregation']),
  payorName: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  congregationId: PayorId.nullable(),
  congregationName: z.string().nullable(),
})

const congregationOf = (row: z.infer<typeof PayorColumns>) => {
  if (row.kind === 'congregation') return { id: row.payorId, name: row.payorName }
  return row.congregationId ? { id: row.congregationId, name: row.congregationName ?? '' } : null
}

/** The payor as bills and payments show them: a person with their congregation, or a congregation. */
export const showPayor = (row: z.infer<typeof PayorColumns>) => ({
  individualMember: row.kind === 'individual' ? { id: row.payorId, firstName: row.firstName ?? row.payorName, lastName: row.lastName ?? '' } : null,
  congregation: congregationOf(row),
})
