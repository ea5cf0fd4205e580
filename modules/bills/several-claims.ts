import { z } from 'zod'
import { missing } from '../kernel/errors.ts'
import { BillId, type PayorId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { ManualMethod } from '../kernel/payment-methods.ts'
import { OF_COMMANDS } from '../kernel/refusals.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { everyone, idOf, type Route, route } from '../platform/http/route.ts'
import type { InstallationKeys } from '../platform/personal-data/installation-keys.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { BillAttempts } from './attempts.ts'
import { claimTerms, type Handling, hashed, type ProgramOf } from './claims.ts'
import { ClaimAnswer, ClaimOfSeveral } from './contract.ts'
import { billDecider } from './decider.ts'
import { billStream } from './events.ts'
import { billHandler } from './handle-bill.ts'
import { joined, type SeveralBills, split } from './several.ts'

const THING = 'Assessment bill'

export type SeveralClaimsDependencies = Handling &
  Readonly<{
    keys: InstallationKeys
    programOf: ProgramOf
    attempts: BillAttempts
    several: SeveralBills
    limiter: Limiter
  }>

/**
 * Records one claim for several bills: all of them or, if one takes no claim, none. Returns the token that withdraws it
 * from all; it begins with the bills' ids.
 */
const claimingSeveral =
  ({ keys, programOf, attempts, ...needs }: SeveralClaimsDependencies) =>
  async (
    billIds: readonly BillId[],
    { method, language, payerId }: Readonly<{ method: ManualMethod; language: Language | undefined; payerId: PayorId | null }>,
    circumstances: Circumstances,
  ): Promise<Readonly<{ shown: readonly Appended[]; withdrawToken: string }>> => {
    const { load, handle } = billHandler(needs.store, needs.settleRemittance)
    const ids = joined(billIds)
    const signed = `withdraw several\n${ids}\n${circumstances.cause}`
    const tokenOf = (digest: Buffer): string => `${ids}.${digest.toString('base64url')}`
    const withdrawToken = tokenOf(keys.links.of(signed))
    const withdrawHash = hashed(withdrawToken)
    const commandFor = async (billId: BillId) => {
      const { state } = await load(billStream(billId))
      if (!state) throw missing(THING)
      const taken = await claimTerms(programOf, state.terms.programId, method)
      const claimId = uuidV5(`claim/${billId}/${circumstances.cause}`)
      const made = { billId, claimId, method, withdrawHash, together: billIds, payerId, ...(language && { language }) }
      const command = { type: 'ClaimPayment', ...made, ...taken } as const
      // A claimed bill must not be paid by card, but the payor may still have the card form open.
      if (taken.enabled && state.claim?.claimId !== claimId) await attempts.release(billId, state, circumstances)
      billDecider.decide(command, (await load(billStream(billId))).state)
      return command
    }
    const commands = []
    for (const billId of billIds) commands.push(await commandFor(billId))
    const shown: Appended[] = []
    let token = withdrawToken
    try {
      for (const command of commands) {
        const { state, shown: events } = await handle(billStream(command.billId), command, circumstances)
        shown.push(...events)
        // A repeated request finds the claim recorded, perhaps with a token of an earlier version of the key.
        const recorded = state?.claim?.claimId === command.claimId ? state.claim.withdrawHash : withdrawHash
        const digest = recorded === withdrawHash ? null : await keys.links.find(signed, (one) => hashed(tokenOf(one)) === recorded)
        if (digest) token = tokenOf(digest)
      }
    } catch (error) {
      for (const { billId } of commands)
        await handle(billStream(billId), { type: 'WithdrawClaim', billId, proof: withdrawHash, owner: false }, circumstances).catch(() => {})
      throw error
    }
    return { shown, withdrawToken: token }
  }

/** Withdraws a claim, which its proof names, from those of the bills that still wait. */
const withdrawingFrom =
  ({ store, settleRemittance }: Handling) =>
  async (billIds: readonly BillId[], proof: string, circumstances: Circumstances): Promise<readonly Appended[]> => {
    const { load, handle } = billHandler(store, settleRemittance)
    const shown: Appended[] = []
    for (const billId of billIds) {
      const stream = billStream(billId)
      const { state } = await load(stream)
      if (state?.claim?.withdrawHash !== proof) continue
      shown.push(...(await handle(stream, { type: 'WithdrawClaim', billId, proof, owner: false }, circumstances)).shown)
    }
    return shown
  }

export type TakeBackClaim = (billId: BillId, circumstances: Circumstances) => Promise<readonly Appended[]>

/** Withdraws a bill's claim for a reader of its payor's mail: from all bills of the claim that go to that address. */
export const takingBack =
  (needs: Handling & Readonly<{ payorEmailOf: (id: BillId) => Promise<string | null> }>): TakeBackClaim =>
  async (billId, circumstances) => {
    const { state } = await billHandler(needs.store, needs.settleRemittance).load(billStream(billId))
    if (!state?.claim) return []
    const { together = [billId], withdrawHash } = state.claim
    const emails = await Promise.all(together.map(async (id) => (await needs.payorEmailOf(id))?.toLowerCase()))
    const own = together.filter((_, i) => emails[i] === emails[together.indexOf(billId)])
    return withdrawingFrom(needs)(own, withdrawHash, circumstances)
  }

const TokenParams = z.object({ withdrawToken: z.string() })

/** The routes by which a payor claims to have sent one payment for several bills, and withdraws the claim (R141). */
export const severalClaimRoutes = (needs: SeveralClaimsDependencies): Route[] => {
  const { several, limiter } = needs
  const claim = claimingSeveral(needs)
  return [
    route({
      method: 'post',
      path: '/api/claims',
      summary: "A payor's 'I have sent this payment' for several bills: their own or, with a token, those of a mailed list",
      access: everyone,
      limits: [limiter({ name: 'claims of several bills', max: 20, seconds: 60 })],
      body: ClaimOfSeveral,
      answer: ClaimAnswer,
      status: 201,
      creates: true,
      refusals: [...OF_COMMANDS, 'forbidden', 'not-found', 'not-payable', 'method-not-enabled', 'payment-under-way'],
      handle: async ({ body, visitor, circumstances, settled }) => {
        const billIds = [...new Set(body.billIds)].map((id) => idOf(BillId, id, THING))
        const payerId = await several.payerOf(visitor, billIds, body.token)
        const { shown, withdrawToken } = await claim(billIds, { method: body.paymentMethod, language: body.language, payerId }, circumstances)
        await settled(shown)
        return { data: { status: 'PendingConfirmation' as const, withdrawToken } }
      },
    }),
    route({
      method: 'delete',
      path: '/api/claims/:withdrawToken',
      about: null,
      summary: 'Withdraw a claim for several bills from those of them that still wait',
      access: everyone,
      params: TokenParams,
      opaque: ['withdrawToken'],
      status: 204,
      refusals: [...OF_COMMANDS, 'not-found'],
      handle: async ({ params: { withdrawToken }, circumstances, settled }) => {
        await settled(await withdrawingFrom(needs)(split(withdrawToken), hashed(withdrawToken), circumstances))
        return null
      },
    }),
  ]
}
