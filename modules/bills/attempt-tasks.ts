import type { Clock } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import type { BillId } from '../kernel/ids.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { reaction } from '../platform/process.ts'
import type { BillAttempts } from './attempts.ts'
import { billEvents } from './events.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'close-attempt': Readonly<{ billId: BillId }>
    'refund-payment': Readonly<{ billId: BillId; refundId: string }>
  }
}

/** Carries out requested refunds, even if the requesting process crashed (R81). */
export const refundWhatWasRequested = reaction(billEvents, {
  name: 'refund-what-was-requested',
  categories: ['bill'],
  reactsTo: ['RefundRequested'],
  jobsFor: (events) =>
    events.map(({ data: { billId, refundId } }): Job => ({ task: 'refund-payment', payload: { billId, refundId }, key: `refund/${refundId}` })),
})

export const attemptTasks = (attempts: BillAttempts, now: Clock): Pick<Tasks, 'close-attempt' | 'refund-payment'> => ({
  'close-attempt': ({ billId }) => attempts.closeUnfit(billId, { actor: 'system:payments', at: now() }),
  'refund-payment': async ({ billId, refundId }) => {
    await attempts.refund(billId, refundId, { actor: 'system:payments', at: now(), cause: refundId }, { again: true }).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'refund-refused') throw error
    })
  },
})
