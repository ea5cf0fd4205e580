import { z } from 'zod'
import { Reason } from '../bills/contract.ts'
import { ApiDay } from '../kernel/date-schemas.ts'
import { PositiveDollars } from '../kernel/dollars.ts'
import { DepositId, ProfileId } from '../kernel/ids.ts'
import { Remittance } from '../remittances/contract.ts'
import { Dollars, dataOf, listOf, OptionalText, PageQuery } from '../shared/api.ts'
import { depositStatuses, MOST_ITEMS } from './values.ts'

export const DepositStatus = z.enum(depositStatuses)
export type DepositStatus = z.infer<typeof DepositStatus>

const COUNT = `Expected count must be a whole number from 1 to ${MOST_ITEMS}`

export const NewDeposit = z.object({
  day: ApiDay('Day must be a date'),
  paymentProfileId: z.string('Choose the account').min(1, 'Choose the account').max(100, 'Choose the account'),
  expectedCount: z.number(COUNT).int(COUNT).min(1, COUNT).max(MOST_ITEMS, COUNT).meta({ example: 12 }),
  expectedTotal: PositiveDollars('Expected total must be a positive number').meta({ example: 2_400 }),
})
export type NewDeposit = z.input<typeof NewDeposit>

/** Checks and cash that are taken to the bank together. */
export const ListedDeposit = z.object({
  id: DepositId,
  createdAt: z.string(),
  day: z.string(),
  paymentProfileId: ProfileId,
  paymentProfileName: z.string().meta({ example: 'Main account' }),
  expectedCount: z.number().int().meta({ example: 12 }),
  expectedTotal: Dollars.meta({ example: 2_400 }),
  /** The payments in the deposit, and their sum; of a closed deposit, when it was closed. */
  count: z.number().int().meta({ example: 12 }),
  total: Dollars.meta({ example: 2_400 }),
  status: DepositStatus.meta({ example: 'Closed' }),
  /** Null while the deposit is open. */
  closedBy: z.string().nullable().meta({ example: 'Naomi Cook' }),
  closedAt: z.string().nullable().meta({ example: '2026-03-31T17:05:00.000Z' }),
  /** Why a closed deposit differs from what was expected; null if it does not. */
  differenceReason: z.string().nullable().meta({ example: null }),
})
export type ListedDeposit = z.infer<typeof ListedDeposit>

/** `remittances`: the newest first. A reversed one of an open deposit is shown, but does not count. */
export const Deposit = ListedDeposit.extend({ remittances: z.array(Remittance).meta({ example: [] }) })
export type Deposit = z.infer<typeof Deposit>
export const DepositAnswer = dataOf(Deposit)
export const Deposits = listOf(ListedDeposit)

export const DepositsQuery = PageQuery.extend({ status: DepositStatus.optional() })
export type DepositsQuery = z.infer<typeof DepositsQuery>

export const DepositClosing = z.object({ reason: OptionalText(500, 'Reason must be 500 characters or less') })
export const DepositReopening = Reason
