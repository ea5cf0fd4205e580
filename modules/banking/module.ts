import { toDollars } from '../kernel/money.ts'
import type { ThingHistory } from '../platform/history.ts'
import type { Platform } from '../platform/platform.ts'
import { bankLineCodec } from './codec.ts'
import { bankLineDecider, statementDecider } from './decider.ts'
import { bankLineSentence, statementSentence } from './events.ts'
import { type BankingDependencies, bankingRoutes } from './routes.ts'

export type BankingNeeds = Platform & Omit<BankingDependencies, 'statements'>

/** Bank statements and their lines (R147, R148). */
export const openBanking = (needs: BankingNeeds) => {
  const { personal, historian, perUser } = needs
  const bankline: ThingHistory = (stream) =>
    historian(
      [stream],
      bankLineDecider,
      { summary: bankLineSentence, shown: (line) => line && { amount: toDollars(line.amount), status: line.status } },
      bankLineCodec(personal),
    )
  const statement: ThingHistory = (stream) =>
    historian([stream], statementDecider, {
      summary: statementSentence,
      shown: (imported) => imported && { format: imported.format, lines: imported.lines },
    })
  return {
    routes: bankingRoutes({ ...needs, statements: perUser({ name: 'statements', max: 1 }) }),
    histories: { bankline, statement },
  }
}
