import type { Request } from 'express'
import { dayIn } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { BillId, type NetworkId } from '../kernel/ids.ts'
import { OF_COMMANDS, OF_RIGHTS } from '../kernel/refusals.ts'
import { addressOf, type Limiter } from '../platform/http/limits.ts'
import { admins, everyone, IdParams, idOf, keysWrite, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { dataOf } from '../shared/api.ts'
import { billChange, type ChangeDependencies } from './change-bill.ts'
import type { ProgramOf } from './claims.ts'
import { ChoosePlan, Plan } from './contract.ts'
import { balanceOf } from './effect.ts'
import { billStream } from './events.ts'
import { billHandler } from './handle-bill.ts'
import { planShown } from './plan.ts'

const THING = 'Assessment bill'

type Dependencies = ChangeDependencies &
  Readonly<{
    limiter: Limiter
    programOf: ProgramOf
    timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  }>

/** The routes that choose and cancel a bill's payment plan (R138). */
export const planRoutes = ({ limiter, programOf, timeZoneOf, ...dependencies }: Dependencies): Route[] => {
  const { store, settleRemittance, attempts } = dependencies
  const { load, handle } = billHandler(store, settleRemittance)
  const change = billChange(dependencies)
  const limits = [limiter({ name: 'plans of a bill', max: 10, seconds: 60, by: (req: Request) => `${addressOf(req)} ${req.params.id}` })]
  return [
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/plan',
      about: 'bill',
      summary: 'Pay a bill in monthly parts; an Admin may replace its plan',
      access: keysWrite(everyone),
      limits,
      params: IdParams,
      body: ChoosePlan,
      answer: dataOf(Plan),
      status: 201,
      creates: true,
      refusals: [
        ...OF_COMMANDS,
        ...OF_RIGHTS,
        ...(['not-found', 'not-payable', 'not-allowed', 'plan-not-offered', 'part-too-small', 'payment-under-way', 'stale'] as const),
      ],
      handle: async ({ params, body: { count }, visitor, circumstances, now, ifMatch, settled, etag }) => {
        const billId = idOf(BillId, params.id, THING)
        const stream = billStream(billId)
        const { state } = await load(stream)
        if (!state) throw missing(THING)
        const { networkId, programId } = state.terms
        const byAdmin = visitor.grants.get(networkId) === 'Admin' && !visitor.barred.has(networkId)
        if (byAdmin) mayIn(visitor, networkId, 'write', THING, 'update')
        const [{ status: programStatus, plans: offered }, zone] = await Promise.all([programOf(programId), timeZoneOf(networkId)])
        const today = dayIn(zone ?? 'UTC', now)
        // A payor may have a card form open for the whole balance.
        if (offered.includes(count)) await attempts.releaseIfPossible(billId, state, circumstances)
        const planId = uuidV5(`plan/${billId}/${circumstances.cause}`)
        const choice = { planId, count, chosenBy: byAdmin ? 'admin' : 'payor', offered, programStatus, today } as const
        const made = await handle(stream, { type: 'ChoosePlan', billId, ...choice }, { ...circumstances, expected: ifMatch })
        await settled(made.shown)
        etag(made.revision)
        const plan = made.state && planShown(made.state.plan, balanceOf(made.state), today)
        if (!plan) throw missing(THING)
        return { data: plan }
      },
    }),
    route({
      method: 'delete',
      path: '/api/assessment-bills/:id/plan',
      about: 'bill',
      summary: "Cancel a bill's plan: the rest is due on the bill's own due date",
      access: keysWrite(admins('update', 'assessment bill')),
      params: IdParams,
      status: 204,
      refusals: ['not-allowed', 'payment-under-way', 'stale'],
      handle: async (call) => {
        await change(call, 'update', (billId) => ({ type: 'CancelPlan', billId }))
        return null
      },
    }),
  ]
}
