import { dayIn } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import type { BillId, NetworkId, PayorId, ProgramId } from '../kernel/ids.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { shownSoon } from '../platform/shown-soon.ts'
import { attemptTasks, refundWhatWasRequested } from './attempt-tasks.ts'
import { type AttemptsNeeds, billAttempts } from './attempts.ts'
import { billAround } from './bill-around.ts'
import { type BillOneDependencies, billOneRoute } from './bill-one.ts'
import { claimDecisionRoutes } from './claim-decisions.ts'
import { type ClaimsDependencies, claimLimits, claimPayment, claimRoutes, withdrawClaim } from './claims.ts'
import type { Bill, IntentPort } from './contract.ts'
import { type CreditDependencies, creditRoutes, creditTasks, settleReservedCredit } from './credits.ts'
import { figuresOn } from './figures.ts'
import type { SettleRemittance } from './handle-bill.ts'
import { billHistory, billHistoryRoutes } from './history.ts'
import { billAppends } from './issue.ts'
import { mailAdminsAboutReturnedMoney, type ReturnedMoneyDependencies, returnedMoneyTasks } from './mail-admins-about-returned-money.ts'
import { mailAdminsAboutWaitingClaims, noteWaitingClaims, type WaitingDependencies, waitingClaimTasks } from './mail-admins-about-waiting-claims.ts'
import { billParts } from './parts.ts'
import { billPaymentRoutes } from './payment-routes.ts'
import { planRoutes } from './plan-routes.ts'
import { positionChangeOf } from './position-changes.ts'
import { type RemovePayorDependencies, removePayorRoute } from './remove-payor.ts'
import { type RepriceDependencies, repriceRoutes } from './reprice.ts'
import { type BillsDependencies, billRoutes } from './routes.ts'
import { type SeveralNeeds, severalBills } from './several.ts'
import { severalClaimRoutes, takingBack } from './several-claims.ts'
import type { BillState } from './state.ts'

export type BillsNeeds = Platform &
  Pick<BillsDependencies, 'programOf' | 'timeZoneOf'> &
  Pick<BillOneDependencies, 'billedProgram' | 'billsKnown' | 'followUp' | 'payorById' | 'placesOf'> &
  Pick<RemovePayorDependencies, 'openBillsOf'> &
  Pick<ClaimsDependencies, 'payorEmailOf'> &
  Pick<CreditDependencies, 'billOfPayment'> &
  Pick<RepriceDependencies, 'programStateOf' | 'repriceable' | 'unpaidBills'> &
  Pick<WaitingDependencies, 'countWaitingClaims'> &
  Pick<ReturnedMoneyDependencies, 'accountsOfAdmins'> &
  Pick<AttemptsNeeds, 'observeRemittance'> &
  Pick<SeveralNeeds, 'payableBy'> &
  Readonly<{ settleRemittance: SettleRemittance }> &
  Readonly<{
    /** The bill as the read models show it. */
    billById: (id: BillId) => Promise<Readonly<{ networkId: NetworkId; shown: Bill }> | null>
    waitingClaims: Parameters<typeof noteWaitingClaims>[1]
    /** The enrolled payors of a program. */
    enrolledIn: (programId: ProgramId) => Promise<ReadonlyMap<PayorId, unknown>>
    /** Null if Stripe is not set up. */
    intents: IntentPort | null
  }>

export const billProcesses: readonly Process[] = [
  settleReservedCredit,
  mailAdminsAboutWaitingClaims,
  refundWhatWasRequested,
  mailAdminsAboutReturnedMoney,
]

export const openBills = (needs: BillsNeeds) => {
  const { store, keys, now, limiter, timeZoneOf, programOf, billById, waitingClaims } = needs
  const limits = claimLimits(limiter)
  const attempts = billAttempts(needs)
  const claim = claimPayment(needs, keys, programOf, attempts)
  const withdraw = withdrawClaim(needs)
  /** The bill in a state after a command, as the answer shows it. */
  const show = async (id: BillId, made: BillState): Promise<Bill> => {
    if (!made) throw missing('Assessment bill')
    const bill = await shownSoon(() => billById(id))
    return { ...bill.shown, ...figuresOn(made, dayIn((await timeZoneOf(bill.networkId)) ?? 'UTC', now())) }
  }
  const several = severalBills(needs)
  const shared = { ...needs, show, attempts, several }
  return {
    routes: [
      ...billRoutes(shared),
      removePayorRoute({
        ...shared,
        isEnrolled: async (programId, payorId) => (await needs.enrolledIn(programId)).has(payorId),
      }),
      billOneRoute({ ...shared, issueBills: billAppends(store, keys) }),
      ...billPaymentRoutes(shared),
      ...planRoutes(shared),
      ...billHistoryRoutes(needs),
      ...creditRoutes(shared),
      ...repriceRoutes(shared),
      ...claimRoutes({ ...shared, limits, claim, withdraw }),
      ...claimDecisionRoutes(shared),
      ...severalClaimRoutes(shared),
    ],
    histories: { bill: billHistory(needs) },
    tasks: { ...creditTasks({ ...needs, attempts }), ...waitingClaimTasks(needs), ...returnedMoneyTasks(needs), ...attemptTasks(attempts, now) },
    attempts,
    several,
    parts: billParts({ ...needs, attempts }),
    billAround: billAround(store),
    positionChangeOf: positionChangeOf(store),
    claim,
    takeBack: takingBack(needs),
    claimLimits: limits,
    noteWaitingClaims: noteWaitingClaims(needs, waitingClaims),
  }
}
