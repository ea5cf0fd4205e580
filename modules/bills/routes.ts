import { dayIn } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { admins, IdParams, keysWrite, type Route, route } from '../platform/http/route.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { dataOf } from '../shared/api.ts'
import { billChange, type ChangeDependencies } from './change-bill.ts'
import type { ProgramOf } from './claims.ts'
import { Adjustment, Archive, Bill, ChangeAmount } from './contract.ts'
import { isLate } from './state.ts'

export type BillsDependencies = ChangeDependencies &
  Readonly<{
    programOf: ProgramOf
    timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  }>

/** The routes that change a bill's amount. The routes for its money are in payment-routes.ts. */
export const billRoutes = ({ programOf, timeZoneOf, ...dependencies }: BillsDependencies): Route[] => {
  const change = billChange(dependencies)

  return [
    route({
      method: 'put',
      path: '/api/assessment-bills/:id/amount',
      about: 'bill',
      summary: 'Change the amount of an Unpaid bill in a Custom program',
      access: keysWrite(admins('update', 'assessment bill')),
      params: IdParams,
      body: ChangeAmount,
      answer: dataOf(Bill),
      refusals: ['not-editable', 'not-allowed', 'payment-under-way', 'stale'],
      handle: (call) =>
        change(call, 'update', async (billId, bill) => {
          const { type: programType } = await programOf(bill.terms.programId)
          const overdue = isLate(bill, dayIn((await timeZoneOf(bill.terms.networkId)) ?? 'UTC', call.now))
          return { type: 'ChangeAmount', billId, amount: call.body.amount, programType, overdue }
        }),
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/adjustments',
      about: 'bill',
      summary: 'Raise (above 0) or lower (below 0) what is owed',
      access: keysWrite(admins('update', 'assessment bill')),
      params: IdParams,
      body: Adjustment,
      answer: dataOf(Bill),
      status: 201,
      creates: true,
      refusals: ['not-allowed', 'payment-under-way', 'stale'],
      handle: (call) =>
        change(call, 'update', (billId) => {
          const adjustmentId = uuidV5(`adjustment/${billId}/${call.circumstances.cause}`)
          return { type: 'Adjust', billId, adjustmentId, ...call.body }
        }),
    }),
    route({
      method: 'put',
      path: '/api/assessment-bills/:id/archive',
      about: 'bill',
      summary: 'Archive a bill: its balance is waived',
      access: keysWrite(admins('archive', 'assessment bill')),
      params: IdParams,
      body: Archive,
      answer: dataOf(Bill),
      refusals: ['not-allowed', 'payment-under-way', 'stale'],
      handle: (call) => change(call, 'archive', (billId) => ({ type: 'ArchiveBill', billId, reason: call.body.reason })),
    }),
  ]
}
