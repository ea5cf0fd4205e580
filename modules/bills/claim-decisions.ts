import { DomainError, forbidden } from '../kernel/errors.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import { admins, type Call, keysWrite, type Route, route } from '../platform/http/route.ts'
import { billChange, type ChangeDependencies, type CommandOf } from './change-bill.ts'
import { type ClaimDecided, ClaimsConfirmed, ClaimsDecided, ClaimsNotReceived } from './contract.ts'
import { paymentIdFor } from './payment-routes.ts'

/** The number of bills that are decided at the same time. */
const AT_ONCE = 8

/** Confirms or rejects many claims, each on its own, so that a failure does not affect the others (R65). */
export const claimDecisionRoutes = (dependencies: ChangeDependencies): Route[] => {
  const change = billChange(dependencies)

  const decideOne = async (call: Call<unknown, unknown, unknown>, id: string, commandOf: CommandOf): Promise<ClaimDecided> => {
    try {
      const one = { ...call, params: { id }, ifMatch: undefined, etag: () => {} }
      // No payment is cancelled: a claimed bill has none in progress, and on a bill without a claim the command is
      // rejected.
      const { data } = await change(one, 'update', commandOf, { leavesAttempt: true })
      return { billId: id, status: data.status, error: null }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { billId: id, status: null, error: { code: error.code, message: error.message } }
    }
  }

  const decideEach = async (
    call: Call<unknown, unknown, Readonly<{ billIds: readonly string[] }>>,
    commandOf: CommandOf,
  ): Promise<{ data: ClaimDecided[] }> => {
    if (!call.visitor.network) throw forbidden('update', 'assessment bill')
    const ids = [...new Set(call.body.billIds)]
    const decided = new Map<string, ClaimDecided>()
    const shown: Appended[] = []
    const gathering = { ...call, settled: async (appended: readonly Appended[]) => void shown.push(...appended) }
    const left = ids.values()
    const decider = async (): Promise<void> => {
      for (const id of left) decided.set(id, await decideOne(gathering, id, commandOf))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, decider))
    await call.settled(shown)
    return { data: ids.flatMap((id) => decided.get(id) ?? []) }
  }

  return [
    route({
      method: 'post',
      path: '/api/claims/confirm',
      summary: 'Confirm that claimed payments have come, each for itself',
      access: keysWrite(admins('update', 'assessment bill')),
      body: ClaimsConfirmed,
      answer: ClaimsDecided,
      handle: (call) => decideEach(call, (billId) => ({ type: 'ConfirmClaim', billId, paymentId: paymentIdFor(billId, call.circumstances.cause) })),
    }),
    route({
      method: 'post',
      path: '/api/claims/not-received',
      summary: 'The claimed payments have not come, each for itself',
      access: admins('update', 'assessment bill'),
      body: ClaimsNotReceived,
      answer: ClaimsDecided,
      handle: (call) => decideEach(call, (billId) => ({ type: 'RefuseClaim', billId, reason: call.body.reason })),
    }),
  ]
}
