import { z } from 'zod'
import type { LocalDate } from '../kernel/dates.ts'
import { BillId, MandateId, NetworkId, PayorId, ProgramId } from '../kernel/ids.ts'
import { Dollars, Language, PageQuery } from '../shared/api.ts'
import { chargeStatuses } from './values.ts'

/** The days between the notice of a charge and the charge (R135). */
export const NOTICE_DAYS = 10
/** The days after which a charge lapses that could not run on its day: its notice is too old by then. */
export const LAPSE_DAYS = 7

/** Reasons for the end of a mandate. */
export const endReasons = [
  ...(['payor', 'admin', 'replaced', 'account-deleted', 'payor-forgotten', 'method-removed', 'account-disconnected', 'declined'] as const),
] as const
export type EndReason = (typeof endReasons)[number]

/**
 * `soft`: worth another try. `hard`: the card or account will never work again. `authentication`: the bank wants the
 * payor to confirm. `final`: another try is not allowed or pointless. `interrupted`: the payor or an Admin came first,
 * and Stripe did not decide.
 */
export const failureKinds = ['soft', 'hard', 'authentication', 'final', 'interrupted'] as const
export type FailureKind = (typeof failureKinds)[number]

export const chargeStages = ['noticed', 'started', 'skipped', 'succeeded', 'dropped', 'failed'] as const
export type ChargeStage = (typeof chargeStages)[number]

const Method = z.object({ brand: z.string().meta({ example: 'visa' }), last4: z.string().meta({ example: '4242' }), kind: z.enum(['credit', 'ach']) })

/** The automatic charge of a bill that is coming, before or after its notice. */
export const ComingCharge = z.object({ amount: Dollars, on: z.string(), method: Method })
export type ComingCharge = z.infer<typeof ComingCharge>

export const Mandate = z.object({
  id: MandateId,
  scope: z.object({ networkId: NetworkId.meta({ example: '0198f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a01' }), programId: ProgramId.nullable() }),
  network: z.object({ name: z.string() }),
  /** Present if the scope is one program. */
  program: z.object({ name: z.string() }).optional(),
  method: Method,
  status: z.enum(['active', 'ended']),
  endedBecause: z.enum(endReasons).nullable(),
  createdAt: z.string(),
  /** The next charge, before or after its notice. */
  next: z.object({ billId: BillId, amount: Dollars, on: z.string() }).nullable(),
})
export type Mandate = z.infer<typeof Mandate>

export const GiveMandate = z
  .object({
    savedMethodId: z.string({ error: 'Choose a saved card or bank account' }).min(1, 'Choose a saved card or bank account').max(200),
    networkId: NetworkId.nullish(),
    programId: ProgramId.nullish(),
    consent: z.literal(true, { error: 'Autopay needs your consent' }),
    language: Language.default('en'),
  })
  .refine(({ networkId, programId }) => Boolean(networkId) !== Boolean(programId), { path: ['networkId'], error: 'Name a network or a program' })

export const SkipCharge = z.object({ billId: BillId })
export const Skipped = z.object({ data: z.object({ status: z.literal('skipped') }) })

export const linkActs = ['skip', 'stop'] as const
export type LinkAct = (typeof linkActs)[number]
export const AutopayLink = z.object({
  token: z.string({ error: 'The link is incomplete' }).min(1, 'The link is incomplete').max(500),
  do: z.enum(linkActs, { error: 'do must be skip or stop' }),
})
export const LinkFollowed = z.object({ data: z.object({ status: z.enum(['skipped', 'ended']) }) })

const Payor = z.object({ id: PayorId, name: z.string() })
const mandateId = MandateId.meta({ example: '0198f4a0-1c2d-5e3f-8a4b-5c6d7e8f9a09' })

/** `search`: name, e-mail or id of a payor. */
export const MandatesQuery = PageQuery.extend({ search: z.string().trim().max(200).optional() })
export type MandatesQuery = z.infer<typeof MandatesQuery>
/** An active mandate, for treasurers. */
export const PayorsMandate = Mandate.omit({ network: true, status: true, endedBecause: true }).extend({
  id: mandateId,
  /** The payors with the address of the person who gave the mandate: it is for the bills of all of them. */
  payors: z.array(Payor),
})
export type PayorsMandate = z.infer<typeof PayorsMandate>

export const AutopayQuery = MandatesQuery.extend({ status: z.enum(chargeStatuses).optional() })
export type AutopayQuery = z.infer<typeof AutopayQuery>
/** A charge that is coming or has failed, for treasurers. */
export const AutopayCharge = z.object({
  mandateId,
  payor: Payor,
  bill: z.object({ id: BillId.meta({ example: 'Qm3vT0dAcR8yLk2WnZ5xEg' }), code: z.string(), program: z.object({ name: z.string() }) }),
  amount: Dollars,
  on: z.string(),
  method: Method,
  status: z.enum(chargeStatuses),
  /** In plain words; null while nothing is wrong. */
  problem: z.string().nullable(),
})
export type AutopayCharge = z.infer<typeof AutopayCharge>

/** A bill for which a mandate owes a notice. */
export type ToNotice = Readonly<{ mandateId: MandateId; billId: BillId; dueDate: LocalDate }>
