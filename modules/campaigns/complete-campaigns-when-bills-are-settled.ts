import { billEvents, moneyEvents } from '../bills/events.ts'
import type { Job } from '../platform/jobs.ts'
import { reaction } from '../platform/process.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'complete-campaigns': Readonly<{ position: string }>
  }
}

/** A OneTime program's campaign ends with its last open bill (R55). */
export const completeCampaignsWhenBillsAreSettled = reaction(billEvents, {
  name: 'complete-campaigns-when-bills-are-settled',
  categories: ['bill'],
  reactsTo: moneyEvents,
  jobsFor: (events): Job[] => {
    const last = events.at(-1)
    return last ? [{ task: 'complete-campaigns', payload: { position: String(last.position) }, key: 'complete-campaigns' }] : []
  },
})
