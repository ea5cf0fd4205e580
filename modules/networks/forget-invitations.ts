import type { Job, Tasks } from '../platform/jobs.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { reaction } from '../platform/process.ts'
import { openUntil } from './access.ts'
import { networkEvents } from './events.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'forget-invitation': Readonly<{ invitationId: string }>
  }
}

/** Forgets the address of an invitation that was answered, revoked, or has expired (R19). */
export const forgetInvitations = reaction(networkEvents, {
  name: 'forget-invitations',
  categories: ['network'],
  reactsTo: ['PersonInvited', 'InvitationAccepted', 'InvitationDeclined', 'InvitationRevoked'],
  jobsFor: (events) =>
    events.map(({ type, data }): Job => {
      const { invitationId } = data
      const job = { task: 'forget-invitation', payload: { invitationId }, key: `forget/${invitationId}` } as const
      return type === 'PersonInvited' ? { ...job, key: `${job.key}/over`, runAt: openUntil(data) } : job
    }),
})

export const forgetTasks = (personal: Pick<PersonalData, 'forget'>): Pick<Tasks, 'forget-invitation'> => ({
  'forget-invitation': ({ invitationId }) => personal.forget(invitationId),
})
