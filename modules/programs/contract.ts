import { z } from 'zod'
import { ApiDay, Instant } from '../kernel/date-schemas.ts'
import type { LocalDate } from '../kernel/dates.ts'
import { PositiveDollars } from '../kernel/dollars.ts'
import { NetworkId, ProfileId, ProgramId } from '../kernel/ids.ts'
import { formatMoney, MAX_CENTS, toDollars } from '../kernel/money.ts'
import { INVISIBLE, isVisible } from '../kernel/visible.ts'
import { Dollars, OptionalText, PageQuery } from '../shared/api.ts'
import { amountTypes, frequencies, planCounts, programStatuses } from './values.ts'

export const Frequency = z.enum(frequencies)
export type Frequency = z.infer<typeof Frequency>

export const AmountType = z.enum(amountTypes)
export type AmountType = z.infer<typeof AmountType>

export const ProgramStatus = z.enum(programStatuses)
export type ProgramStatus = z.infer<typeof ProgramStatus>
export const CampaignStatus = z.enum(['Draft', 'Scheduled', 'Active', 'Paused', 'Completed', 'Failed'])
export type CampaignStatus = z.infer<typeof CampaignStatus>

/** The number of parts of a payment plan. */
export const PlanCount = z.literal(planCounts)

export const DUE_IN_THE_FUTURE = 'Due date must be in the future'

/** The body for creating and editing a program; the due date is that of the first period. */
export const ProgramTerms = z.object({
  name: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(200, 'Name must be 200 characters or less')
    .refine(isVisible, INVISIBLE),
  description: OptionalText(2000, 'Description must be 2000 characters or less'),
  frequency: z.enum(Frequency.options, { error: 'Please select a frequency' }),
  type: z.enum(AmountType.options, { error: 'Please select a type' }),
  amount: PositiveDollars('Amount must be greater than 0', {
    fraction: 'Amount must have at most two decimals',
    large: `Amount must be ${formatMoney(toDollars(MAX_CENTS))} or less`,
  }),
  dueDate: ApiDay(DUE_IN_THE_FUTURE),
})
export type ProgramTerms = z.infer<typeof ProgramTerms>

/** A due date of today (in the network's time zone) or later; an edit may keep the program's earlier date. */
export const dueFrom = (today: LocalDate, kept?: LocalDate) =>
  ProgramTerms.shape.dueDate.refine((day) => day >= today || day === kept, DUE_IN_THE_FUTURE)

export const Program = z.object({
  id: ProgramId,
  name: z.string(),
  description: z.string().nullable(),
  frequency: Frequency,
  type: AmountType,
  amount: Dollars,
  dueDate: z.string(),
  status: ProgramStatus,
  campaignStatus: CampaignStatus,
  /** Launch time of a Scheduled campaign; null in every other state. */
  launchAt: Instant.nullable(),
  /** The numbers of monthly parts in which its bills may be paid (R138). */
  plans: PlanCount.array(),
  paymentProfileId: ProfileId.nullable(),
  paymentProfile: z.object({ id: ProfileId, name: z.string() }).nullable(),
  network: z.object({ id: NetworkId, name: z.string() }),
})
export type Program = z.infer<typeof Program>

export const ProgramsQuery = PageQuery.extend({
  search: z.string().trim().max(200).optional(),
  status: ProgramStatus.optional(),
})

/** Open, confirmed and overdue money of a program in dollars; `count` is its payors with an unarchived bill. */
export const ProgramStats = z.object({
  count: z.number().int(),
  totalOwed: Dollars.meta({ example: 24_000 }),
  totalPaid: Dollars.meta({ example: 18_480 }),
  totalOverdue: Dollars.meta({ example: 960 }),
})
export type ProgramStats = z.infer<typeof ProgramStats>

export const AttachProfile = z.object({
  paymentProfileId: z.string({ error: 'Please select a payment profile' }).min(1, 'Please select a payment profile'),
})
const PLANS = `Choose from ${planCounts.slice(0, -1).join(', ')} and ${planCounts.at(-1)} parts`
/** The plans to offer, in any order; repeats count once. */
export const OfferPlans = z.object({
  counts: z
    .array(z.literal(planCounts, PLANS), PLANS)
    .max(100, PLANS)
    .transform((counts) => planCounts.filter((count) => counts.includes(count))),
})
export const ChangeProgramStatus = z.object({
  status: z.enum(['Completed', 'Active', 'Archived'], { error: 'Status must be Completed, Active or Archived' }),
})

export const Reprice = z.object({ dryRun: z.boolean({ error: 'dryRun must be true or false' }).nullish().meta({ example: true }) })

/** Number of Unpaid bills to change, and their sums in dollars before and after. */
export const Repriced = z.object({ bills: z.number().int(), before: Dollars, after: Dollars })
export type Repriced = z.infer<typeof Repriced>
