import { z } from 'zod'
import { Role } from '../identity/contract.ts'
import { OptionalText } from '../kernel/api.ts'
import { NetworkId } from '../kernel/ids.ts'

export const NewNetwork = z.object({
  name: z
    .string({ error: 'Network name is required' })
    .trim()
    .min(1, 'Network name is required')
    .max(100, 'Network name must be 100 characters or less'),
  description: OptionalText(1000, 'Description must be 1000 characters or less'),
})
export type NewNetwork = z.infer<typeof NewNetwork>

export const Network = z.object({
  id: NetworkId,
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  /** IANA name; a bill is overdue once its due day has ended here (decision 17). */
  timeZone: z.string(),
  embedOrigins: z.array(z.string()),
  /** Days from the due date: −7 is a week before (decision 42). */
  reminderDays: z.array(z.number().int()),
  role: Role,
})
export type Network = z.infer<typeof Network>

export const DEFAULT_TIME_ZONE = 'America/New_York'
export const DEFAULT_REMINDER_DAYS: readonly number[] = [-7, 0, 3, 10, 30]
