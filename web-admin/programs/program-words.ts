import { formatMoney } from '../../modules/kernel/money.ts'
import type { Program, Repriced } from '../../modules/programs/contract.ts'

/** Why members can't be uploaded now, or undefined. */
export const uploadObstacle = ({ status, paymentProfileId }: Pick<Program, 'status' | 'paymentProfileId'>): string | undefined => {
  if (paymentProfileId === null) return 'attach a payment profile first'
  return status === 'Active' ? undefined : `only an active program takes members, this one is ${status.toLowerCase()}`
}

/** Why no profile can be attached, or undefined. */
export const attachObstacle = ({ paymentProfileId, status }: Pick<Program, 'status' | 'paymentProfileId'>): string | undefined => {
  if (paymentProfileId !== null) return 'attached, can’t be changed'
  return status === 'Archived' ? 'the program is archived' : undefined
}

/** '12 Unpaid bills change from $1,200.00 to $1,440.00.': their sums. */
export const repriceWords = ({ bills, before, after }: Repriced): string =>
  `${bills.toLocaleString('en-US')} Unpaid ${bills === 1 ? 'bill changes' : 'bills change'} from ${formatMoney(before)} to ${formatMoney(after)}.`
