import type { JointBill, JointPayable, JointTerms, OpenIntent, StripeMethod } from '../bills/contract.ts'
import { methodNotEnabled, missing, refused } from '../kernel/errors.ts'
import { BillId, type PayorId, type ProgramId } from '../kernel/ids.ts'
import type { Circumstances } from '../platform/handle.ts'
import { idOf } from '../platform/http/route.ts'
import type { Visitor } from '../platform/http/visitor.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { PayableProgram } from './routes.ts'

const THING = 'Assessment bill'

export type SeveralDependencies = Readonly<{
  /** The payor who pays the bills; null for the holder of a mailed list. @throws DomainError 403 `forbidden` */
  payerOf: (visitor: Visitor, ids: readonly BillId[], token: string | undefined) => Promise<PayorId | null>
  /** The payor who pays this bill; null for guests. */
  payerOfOne: (visitor: Visitor, id: BillId) => Promise<PayorId | null>
  /** The bill as of now; null if it does not exist. `whole`: its balance is paid, not the next part of its plan. */
  jointBill: (billId: BillId, whole: boolean) => Promise<JointBill | null>
  openJoint: (payable: JointPayable, circumstances: Circumstances) => Promise<OpenIntent>
}>

type Dependencies = SeveralDependencies &
  Readonly<{
    programOf: (id: ProgramId) => Promise<PayableProgram>
    /** The methods of the account that can be used now. */
    takes: (program: PayableProgram, method: StripeMethod) => boolean
  }>

type Asked = Readonly<{ assessmentIds: readonly string[]; token: string | undefined; whole: boolean; method: StripeMethod }> &
  Pick<JointPayable, 'language' | 'beforeNew'>

/** The intent by which a payor pays several bills. All bills must be paid to one account (R140). */
export const payingSeveral =
  ({ payerOf, jointBill, openJoint, programOf, takes }: Dependencies) =>
  async (
    { assessmentIds, token, whole, method, language, beforeNew }: Asked,
    visitor: Visitor,
    payorOn: (accountId: string) => Promise<JointPayable['payor']>,
    circumstances: Circumstances,
  ): Promise<OpenIntent> => {
    const ids = [...new Set(assessmentIds)].map((id) => idOf(BillId, id, THING))
    const payer = await payerOf(visitor, ids, token)
    const bills = await Promise.all(ids.map((id) => jointBill(id, whole)))
    const programs = new Map<ProgramId, PayableProgram>()
    const terms: JointTerms[] = []
    for (const bill of bills) {
      if (!bill) throw missing(THING)
      const program = programs.get(bill.programId) ?? (await programOf(bill.programId))
      programs.set(bill.programId, program)
      const { stripe, profileId, status } = program
      if (!stripe || !profileId) throw methodNotEnabled()
      terms.push({ bill, profileId, accountId: stripe.accountId, programStatus: status, enabled: takes(program, method) })
    }
    const [first] = terms
    if (!first) throw missing(THING)
    const { accountId, bill } = first
    if (terms.some((one) => one.accountId !== accountId))
      throw refused('different-accounts', 'These assessments are paid to different accounts. Please pay those of each account by themselves.')
    // Stripe gets this id, which reveals nothing about the payor and differs for other bills.
    const owner = visitor.user ? uuidV5(`payor/${ids.toSorted().join('/')}/${visitor.user.id}`) : 'guests'
    const payor = terms.every(({ enabled }) => enabled) ? await payorOn(accountId) : null
    const description = [...new Set([...programs.values()].map(({ name }) => name))].join(', ')
    return openJoint({ terms, whole, payerId: payer ?? bill.payorId, method, description, language, owner, payor, beforeNew }, circumstances)
  }
