import { z } from 'zod'
import { Instant } from '../kernel/date-schemas.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'

/** The route that moves the application's clock, and does all work that becomes due. */
export const clockRoute = (moveTo: (at: Instant) => Promise<void>): Route =>
  route({
    method: 'post',
    path: '/api/sandbox/clock',
    summary: "Move the application's clock, and do what becomes due; it runs on from there",
    access: everyone,
    body: z.object({ now: Instant }),
    answer: z.object({ now: Instant }),
    handle: async ({ body }) => {
      await moveTo(body.now)
      return { now: body.now }
    },
  })
