import { CircleCheck, Clock } from 'lucide-react'
import type { ListedDeposit } from '../../modules/deposits/contract.ts'
import { formatMoney, toCents, toDollars } from '../../modules/kernel/money.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'

const badges: Readonly<Record<ListedDeposit['status'], BadgeContent>> = {
  Open: ['Open', 'pending', Clock],
  Closed: ['Closed', 'paid', CircleCheck],
}
export const DepositBadge = ({ status }: Pick<ListedDeposit, 'status'>) => <Badge content={badges[status]} />

export const paymentsOf = (count: number): string => (count === 1 ? '1 payment' : `${count.toLocaleString('en-US')} payments`)

type Totals = Pick<ListedDeposit, 'count' | 'total' | 'expectedCount' | 'expectedTotal'>
export const agrees = ({ count, total, expectedCount, expectedTotal }: Totals): boolean => count === expectedCount && total === expectedTotal

/** '2 payments and $480.00 missing', or null if the totals agree. */
export const differenceOf = ({ count, total, expectedCount, expectedTotal }: Totals): string | null => {
  const cents = toCents(expectedTotal) - toCents(total)
  const money = `${formatMoney(toDollars(Math.abs(cents)))} ${cents > 0 ? 'missing' : 'too much'}`
  const payments = `${paymentsOf(Math.abs(expectedCount - count))} ${expectedCount > count ? 'missing' : 'too many'}`
  const parts = [...(count === expectedCount ? [] : [payments]), ...(cents === 0 ? [] : [money])]
  return parts.length === 0 ? null : parts.join(', ')
}
