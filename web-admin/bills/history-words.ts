import { type BillStatus, billStatusLabels } from '../../modules/bills/contract.ts'
import type { HistoryRow } from '../../modules/kernel/history.ts'
import { formatMoney } from '../../modules/kernel/money.ts'

type State = HistoryRow['before']

const statusIn = (state: State): string | null => {
  const status = state?.status
  return typeof status === 'string' && status in billStatusLabels ? billStatusLabels[status as BillStatus] : null
}
const moneyIn = (state: State, name: 'amount' | 'balance'): number | null => {
  const dollars = state?.[name]
  return typeof dollars === 'number' ? dollars : null
}

/** What an event changed, as 'before → after'; null when a bill's status, amount and balance stayed. */
export const changeOf = ({ before, after }: Pick<HistoryRow, 'before' | 'after'>): { from: string | null; to: string } | null => {
  if (!after) return null
  const amount = moneyIn(after, 'amount')
  if (!before) return { from: null, to: [statusIn(after), amount === null ? null : formatMoney(amount)].filter((part) => part !== null).join(', ') }
  const from: string[] = []
  const to: string[] = []
  const note = (was: string | null, is: string | null) => {
    if (was === is) return
    if (was !== null) from.push(was)
    if (is !== null) to.push(is)
  }
  note(statusIn(before), statusIn(after))
  const was = moneyIn(before, 'amount')
  const changed = was !== amount
  if (changed) note(was === null ? null : formatMoney(was), amount === null ? null : formatMoney(amount))
  const [owed, open] = [moneyIn(before, 'balance'), moneyIn(after, 'balance')]
  if (!changed && open !== null && owed !== open && open > 0) {
    if (from.length === 0 && owed !== null) from.push(`${formatMoney(owed)} open`)
    to.push(`${formatMoney(open)} open`)
  }
  return to.length === 0 ? null : { from: from.join(', ') || null, to: to.join(', ') }
}
