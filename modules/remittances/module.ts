import type { RemittanceId } from '../kernel/ids.ts'
import { type Cents, toDollars } from '../kernel/money.ts'
import type { ThingHistory } from '../platform/history.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { type Process, reaction } from '../platform/process.ts'
import { remittanceCodec } from './codec.ts'
import { remittanceDecider } from './decider.ts'
import { type RemittanceState, remittanceEvents, remittanceSentence, remittanceStream } from './events.ts'
import { type CheckingItems, checkingItems, type DepositItems } from './in-deposits.ts'
import { type JointDependencies, jointPayments } from './joint.ts'
import { type Reversing, reverseParts } from './reverse.ts'
import { type RemittanceDependencies, remittanceRoutes } from './routes.ts'
import { type Parts, remittanceHandler, settling } from './settle.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'settle-remittance': Readonly<{ remittanceId: RemittanceId }>
    'reverse-remittance': Readonly<{ remittanceId: RemittanceId; reversalId: string }>
  }
}

/** Completes each remittance, even if the process that began it has crashed. */
const settleWhatWasStarted = reaction(remittanceEvents, {
  name: 'settle-remittances',
  categories: ['remittance'],
  reactsTo: ['RemittanceStarted', 'RemittanceReversed'],
  jobsFor: (events) =>
    events.map(({ id, type, data }): Job => {
      const { remittanceId } = data
      return type === 'RemittanceStarted'
        ? { task: 'settle-remittance', payload: { remittanceId }, key: `remittance/${id}` }
        : { task: 'reverse-remittance', payload: { remittanceId, reversalId: data.reversalId }, key: `remittance/${id}` }
    }),
})

export const remittanceProcesses: readonly Process[] = [settleWhatWasStarted]

export type RemittancesNeeds = Platform &
  Pick<RemittanceDependencies, 'payorById' | 'billsToPay' | 'remittanceById' | 'timeZoneOf'> &
  Pick<JointDependencies, 'intents'> &
  Readonly<{
    /** The commands on bills (modules/bills/parts.ts). */
    bills: Parts & Reversing['bills'] & RemittanceDependencies['bills'] & JointDependencies['bills'] & CheckingItems['bills']
    deposits: DepositItems
    billHistory: ThingHistory
  }>

const amountOf = ({ terms, received }: NonNullable<RemittanceState>): Cents =>
  received?.amount ?? terms.parts.reduce((sum, { amount }) => sum + amount, 0)

export const openRemittances = (needs: RemittancesNeeds) => {
  const { store, personal, now, historian, billHistory } = needs
  const settle = settling(needs)
  const reverse = reverseParts(needs)
  const history: ThingHistory = (stream) =>
    historian(
      [stream],
      remittanceDecider,
      {
        summary: remittanceSentence,
        shown: (remittance) =>
          remittance && { amount: toDollars(amountOf(remittance)), bills: remittance.terms.parts.length, status: remittance.stage },
      },
      remittanceCodec(personal),
    )
  const histories = { remittance: history }
  const tasks: Pick<Tasks, 'settle-remittance' | 'reverse-remittance'> = {
    'settle-remittance': async ({ remittanceId }) => void (await settle(remittanceId)),
    'reverse-remittance': async ({ remittanceId, reversalId }) => {
      const { state } = await remittanceHandler({ store, personal }).load(remittanceStream(remittanceId))
      const reversal = state?.reversals.get(reversalId)
      const circumstances = { actor: 'system:remittances', at: now(), cause: `reversal/${reversalId}` }
      for (const { billId, paymentId } of state?.allocations ?? [])
        if (reversal?.billIds.includes(billId)) await needs.bills.reverse({ billId, paymentId, reason: reversal.reason ?? '' }, circumstances)
    },
  }
  return {
    routes: remittanceRoutes({ ...needs, settle, reverseParts: reverse, histories: { ...histories, bill: billHistory } }),
    histories,
    tasks,
    settle,
    checkItem: checkingItems({ ...needs, settle }),
    joint: jointPayments({ ...needs, settle }),
  }
}
