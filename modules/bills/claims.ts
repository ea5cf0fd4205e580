import type { Request } from 'express'
import { z } from 'zod'
import { forbidden, missing } from '../kernel/errors.ts'
import { BillId, type PayorId, type ProgramId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { type ManualMethod, nameOf } from '../kernel/payment-methods.ts'
import { OF_COMMANDS } from '../kernel/refusals.ts'
import type { Methods } from '../payment-profiles/contract.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { addressOf, type Limiter } from '../platform/http/limits.ts'
import { everyone, IdParams, idOf, type Route, route } from '../platform/http/route.ts'
import type { InstallationKeys } from '../platform/personal-data/installation-keys.ts'
import { digest } from '../platform/personal-data/master-key.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { AmountType, ProgramStatus } from '../programs/contract.ts'
import { dataOf } from '../shared/api.ts'
import type { BillAttempts } from './attempts.ts'
import { type Bill, BillStatus, Claim, ClaimAnswer, Withdrawal } from './contract.ts'
import { billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'
import type { SeveralBills } from './several.ts'
import type { BillState } from './state.ts'

const THING = 'Assessment bill'

export type Handling = Readonly<{ store: EventStore; settleRemittance: SettleRemittance }>

export const hashed = (token: string): string => digest(token).toString('base64url')

/** The program's data that a bill's commands need. `methods` is null if no profile is attached. */
export type ProgramOf = (
  id: ProgramId,
) => Promise<Readonly<{ status: ProgramStatus; type: AmountType; plans: readonly number[]; methods: Methods | null }>>

/** The terms on which a bill of this program takes a claim by this method. */
export const claimTerms = async (programOf: ProgramOf, programId: ProgramId, method: ManualMethod) => {
  const { status: programStatus, methods } = await programOf(programId)
  const name = nameOf(method)
  return { programStatus, enabled: Boolean(name && methods?.[name].isEnabled) }
}

export type ClaimPayment = (
  id: string,
  by: Readonly<{ method: ManualMethod; whole: boolean; language?: Language | undefined; payerId?: PayorId | null }>,
  circumstances: Circumstances,
) => Promise<Readonly<{ shown: readonly Appended[]; withdrawToken: string }>>

/**
 * Records a payor's claim. Returns a token that withdraws it; the log holds only the token's hash. A repeated request
 * gets the same token.
 */
export const claimPayment =
  ({ store, settleRemittance }: Handling, keys: InstallationKeys, programOf: ProgramOf, attempts: BillAttempts): ClaimPayment =>
  async (id, { method, whole, language, payerId = null }, circumstances) => {
    const billId = idOf(BillId, id, THING)
    const stream = billStream(billId)
    const { load, handle } = billHandler(store, settleRemittance)
    const { state } = await load(stream)
    if (!state) throw missing(THING)
    const taken = await claimTerms(programOf, state.terms.programId, method)
    const claimId = uuidV5(`claim/${billId}/${circumstances.cause}`)
    const signed = `withdraw\n${claimId}`
    const withdrawToken = keys.links.of(signed).toString('base64url')
    const made = { billId, claimId, method, whole, withdrawHash: hashed(withdrawToken), payerId, ...(language && { language }) }
    const command = { type: 'ClaimPayment', ...made, ...taken } as const
    // A claimed bill must not be paid by card, but the payor may still have the card form open.
    if (taken.enabled) await attempts.release(billId, state, circumstances)
    const { state: after, shown } = await handle(stream, command, circumstances)
    // A repeated request finds the claim recorded. The claim's token may have been made with an earlier version of the
    // key.
    const hash = after?.claim?.claimId === claimId ? after.claim.withdrawHash : null
    const digest = hash && (await keys.links.find(signed, (one) => hashed(one.toString('base64url')) === hash))
    return { shown, withdrawToken: digest ? digest.toString('base64url') : withdrawToken }
  }

export type WithdrawClaim = (
  billId: BillId,
  by: Readonly<{ proof: string | null; owner: boolean }>,
  circumstances: Circumstances,
) => Promise<Readonly<{ state: BillState; shown: readonly Appended[] }>>

/** Withdraws a claim for the bill's owner, or for anyone with its token. */
export const withdrawClaim =
  ({ store, settleRemittance }: Handling): WithdrawClaim =>
  (billId, by, circumstances) =>
    billHandler(store, settleRemittance).handle(billStream(billId), { type: 'WithdrawClaim', billId, ...by }, circumstances)

/** Anyone can make claims, so each IP address may make only a limited number, for one bill and in total (R120). */
export const claimLimits = (limiter: Limiter) => [
  limiter({ name: 'claims', max: 20, seconds: 60 }),
  limiter({ name: 'claims of a bill', max: 3, seconds: 60, by: (req: Request) => `${addressOf(req)} ${req.params.id}` }),
]

export type ClaimsDependencies = Readonly<{
  limits: ReturnType<typeof claimLimits>
  claim: ClaimPayment
  withdraw: WithdrawClaim
  /** The bill in a state after a command, as the answer shows it. */
  show: (id: BillId, made: BillState) => Promise<Bill>
  /** The e-mail address of a bill's payor, to check if the visitor is its owner. */
  payorEmailOf: (id: BillId) => Promise<string | null>
  several: Pick<SeveralBills, 'payerOfOne'>
}>

export const claimRoutes = ({ limits, claim, withdraw, show, payorEmailOf, several }: ClaimsDependencies): Route[] => [
  route({
    method: 'post',
    path: '/api/assessments/:id/mark-as-paid',
    about: 'bill',
    summary: "A payor's 'I have sent this payment': pending until an Admin confirms it",
    access: everyone,
    limits,
    params: IdParams,
    body: Claim,
    answer: ClaimAnswer,
    creates: true,
    refusals: [...OF_COMMANDS, 'not-payable', 'method-not-enabled', 'payment-under-way', 'stale'],
    handle: async ({ params, body, visitor, circumstances, ifMatch, settled }) => {
      const payerId = await several.payerOfOne(visitor, idOf(BillId, params.id, THING))
      const { shown, withdrawToken } = await claim(
        params.id,
        { method: body.paymentMethod, whole: body.pays === 'all', language: body.language, payerId },
        { ...circumstances, expected: ifMatch },
      )
      await settled(shown)
      return { data: { status: 'PendingConfirmation' as const, withdrawToken } }
    },
  }),
  route({
    method: 'delete',
    path: '/api/assessments/:id/mark-as-paid',
    about: 'bill',
    summary: 'Withdraw a claim, with its token or as the owner',
    access: everyone,
    params: IdParams,
    body: Withdrawal,
    answer: dataOf(z.object({ status: BillStatus })),
    refusals: [...OF_COMMANDS, 'stale'],
    handle: async ({ params, body: { withdrawToken }, visitor, circumstances, ifMatch, settled }) => {
      const billId = idOf(BillId, params.id, THING)
      const { user } = visitor
      const owner = Boolean(user?.emailConfirmed) && (await payorEmailOf(billId))?.toLowerCase() === user?.email.toLowerCase()
      if (!owner && !withdrawToken) throw forbidden('withdraw', 'payment')
      const proof = withdrawToken ? hashed(withdrawToken) : null
      const { state, shown } = await withdraw(billId, { proof, owner }, { ...circumstances, expected: ifMatch })
      await settled(shown)
      return { data: { status: (await show(billId, state)).status } }
    },
  }),
]
