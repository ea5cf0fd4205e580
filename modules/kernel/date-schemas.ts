import { z } from 'zod'

/** A calendar day without time or zone: 2026-03-31. */
export const LocalDate = z.iso.date().brand<'LocalDate'>()
export type LocalDate = z.infer<typeof LocalDate>

/** A day in a request, from 1900 to 2200: any other is a typing mistake. */
export const NamedDay = LocalDate.refine((day) => day >= '1900-01-01' && day <= '2200-01-01')

/** A moment, always UTC: 2026-03-31T17:05:00.000Z. */
export const Instant = z.iso.datetime().brand<'Instant'>()
export type Instant = z.infer<typeof Instant>

/** A day in a request: `YYYY-MM-DD`, or an ISO timestamp of midnight UTC. Anything else gets `message`. */
export const ApiDay = (message: string) =>
  z.string({ error: message }).transform((text, context): LocalDate => {
    const day = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:00))?$/.exec(text.trim())?.[1]
    const parsed = NamedDay.safeParse(day)
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
