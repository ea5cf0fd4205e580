import type { BillEvent } from '../bills/events.ts'
import type { Job } from '../platform/jobs.ts'
import type { Process } from '../platform/process.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'complete-campaigns': Readonly<{ position: string }>
  }
}

const settling: readonly BillEvent['type'][] = ['PaymentRecorded', 'CreditApplied', 'BillAdjusted', 'BillArchived']

/** The campaign of a OneTime program ends with its last open bill (R76). */
export const completeCampaignsWhenBillsAreSettled: Process = {
  name: 'complete-campaigns-when-bills-are-settled',
  categories: ['bill'],
  jobsFor: (events): Job[] => {
    const last = events.findLast(({ type }) => settling.some((each) => each === type))
    return last ? [{ task: 'complete-campaigns', payload: { position: String(last.position) }, key: 'complete-campaigns' }] : []
  },
}
