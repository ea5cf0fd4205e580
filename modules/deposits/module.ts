import { toApiDay } from '../kernel/dates.ts'
import type { RemittanceId } from '../kernel/ids.ts'
import { type Cents, toDollars } from '../kernel/money.ts'
import type { ActorsOf, ThingHistory } from '../platform/history.ts'
import type { Platform } from '../platform/platform.ts'
import { depositCodec } from './codec.ts'
import { type DayDependencies, depositDays } from './day.ts'
import { depositDecider } from './decider.ts'
import { depositSentence } from './events.ts'
import { depositItems } from './items.ts'
import { type DepositRouteDependencies, depositRoutes } from './routes.ts'

export type DepositsNeeds = Platform &
  Omit<DepositRouteDependencies, 'history' | 'checkDay' | 'depositById'> &
  DayDependencies &
  Readonly<{ depositById: (actorsOf: ActorsOf) => DepositRouteDependencies['depositById'] }>

const totalOf = (items: ReadonlyMap<RemittanceId, Cents>): Cents => [...items.values()].reduce((sum, amount) => sum + amount, 0)

/** Deposits: checks and cash that are taken to the bank together (R143 to R145). */
export const openDeposits = (needs: DepositsNeeds) => {
  const { personal, historian, actorsOf } = needs
  const checkDay = depositDays(needs)
  const history: ThingHistory = (stream) =>
    historian(
      [stream],
      depositDecider,
      {
        summary: depositSentence,
        shown: (deposit) =>
          deposit && {
            ...{ day: toApiDay(deposit.day), expectedCount: deposit.expectedCount, expectedTotal: toDollars(deposit.expectedTotal) },
            ...{ count: deposit.items.size, total: toDollars(totalOf(deposit.items)), status: deposit.isClosed ? 'Closed' : 'Open' },
          },
      },
      depositCodec(personal),
    )
  return {
    routes: depositRoutes({ ...needs, depositById: needs.depositById(actorsOf), history, checkDay }),
    histories: { deposit: history },
    items: depositItems({ ...needs, checkDay }),
  }
}
