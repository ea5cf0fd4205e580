import type { Job, Tasks } from '../platform/jobs.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Process } from '../platform/process.ts'
import { openUntil } from './access.ts'
import type { NetworkEvent } from './events.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'forget-invitation': Readonly<{ invitationId: string }>
  }
}

/** An invitation that was answered or taken back, or that nobody can accept any more, keeps no address (R36). */
export const forgetInvitations: Process = {
  name: 'forget-invitations',
  categories: ['network'],
  jobsFor: (events) =>
    events.flatMap((event): Job[] => {
      const { type, data } = event as unknown as NetworkEvent
      if (type !== 'PersonInvited' && type !== 'InvitationAccepted' && type !== 'InvitationDeclined' && type !== 'InvitationRevoked') return []
      const { invitationId } = data
      const job = { task: 'forget-invitation', payload: { invitationId }, key: `forget/${invitationId}` } as const
      if (type !== 'PersonInvited') return [job]
      return [{ ...job, key: `${job.key}/over`, runAt: openUntil(data) }]
    }),
}

export const forgetTasks = (personal: Pick<PersonalData, 'forget'>): Pick<Tasks, 'forget-invitation'> => ({
  'forget-invitation': ({ invitationId }) => personal.forget(invitationId),
})
