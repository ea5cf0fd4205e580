import { z } from 'zod'
import { PayorId } from '../modules/kernel/ids.ts'

/** The columns that name a bill's payor, from members m and its congregation c. */
export const payorColumns = {
  payorId: [PayorId, 'm.id'],
  kind: [z.enum(['individual', 'congregation']), 'm.kind'],
  payorName: [z.string(), 'm.name'],
  firstName: [z.string().nullable(), 'm.first_name'],
  lastName: [z.string().nullable(), 'm.last_name'],
  congregationId: [PayorId.nullable(), 'c.id'],
  congregationName: [z.string().nullable(), 'c.name'],
} as const
export type PayorRow = { -readonly [Field in keyof typeof payorColumns]: z.output<(typeof payorColumns)[Field][0]> }

const congregationOf = (row: PayorRow) => {
  if (row.kind === 'congregation') return { id: row.payorId, name: row.payorName }
  return row.congregationId ? { id: row.congregationId, name: row.congregationName ?? '' } : null
}

/** The payor as bills and payments show them: a person with their congregation, or a congregation. */
export const showPayor = (row: PayorRow) => ({
  individualMember: row.kind === 'individual' ? { id: row.payorId, firstName: row.firstName ?? row.payorName, lastName: row.lastName ?? '' } : null,
  congregation: congregationOf(row),
})

/**
 * The congregation column of exported files: a person's congregation, or the name of the payor if it is a congregation.
 */
export const congregationNameOf = ({ kind, payorName, congregationName }: Pick<PayorRow, 'kind' | 'payorName' | 'congregationName'>) =>
  kind === 'congregation' ? payorName : congregationName
