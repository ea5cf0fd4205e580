import type { DeadJobs, InstallationAnswer, JobsRetried } from '../../modules/operations/contract.ts'
import { post, remove } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'
import { useData, usePageOf } from '../domain/queries.ts'

/** Nothing here has live updates, so the page polls while it is visible. */
const polling = { refetchInterval: 10_000, refetchOnMount: 'always' } as const

export const useInstallation = () => useData<InstallationAnswer['data']>(['operations', 'health'], '/operations', polling)

export const useDeadJobs = (page: number) =>
  usePageOf<DeadJobs['data'][number]>(['operations', 'dead-jobs', page], '/operations/dead-jobs', { page }, polling)

const rereadAll = { rereads: [['operations']], refused: true, waits: false } as const

/** Retries one failed job, or all for null; returns their number. */
export const useRetryJobs = () =>
  useCommand(
    async (id: string | null) =>
      (await post<JobsRetried>(`/operations/dead-jobs/${id === null ? '' : `${encodeURIComponent(id)}/`}retry`, {})).data.retried,
    rereadAll,
  )

export const useDiscardJob = () => useCommand((id: string) => remove(`/operations/dead-jobs/${encodeURIComponent(id)}`), rereadAll)
