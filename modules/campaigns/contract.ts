import { z } from 'zod'

const item = z.object({ status: z.enum(['ready', 'pending']) })

/** What a campaign needs before it can be launched (decision 10). */
export const Readiness = z.object({ paymentProfileSetup: item, paymentProfileAttach: item, memberUpload: item })
export type Readiness = z.infer<typeof Readiness>
