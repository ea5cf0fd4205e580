import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeadJobs, InstallationAnswer, JobsRetried } from '../../modules/operations/contract.ts'
import { get, post, remove } from '../domain/api/client.ts'

/** Nothing tells of a change here, so that it is looked for while the page is seen. */
const LOOK_EVERY = 10_000

export const useInstallation = () =>
  useQuery({
    queryKey: ['operations', 'health'],
    queryFn: async ({ signal }) => (await get<InstallationAnswer>('/operations', { signal })).data,
    refetchInterval: LOOK_EVERY,
    refetchOnMount: 'always',
  })

export const useDeadJobs = (page: number) =>
  useQuery({
    queryKey: ['operations', 'dead-jobs', page],
    queryFn: ({ signal }) => get<DeadJobs>('/operations/dead-jobs', { query: { page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
    refetchOnMount: 'always',
  })

/** Not waited for: what was pressed may be gone from the page by then, and its outcome would be told to nobody. */
const useAnew = () => {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['operations'] })
}

/** Lets one job begin anew, or with null every one that has failed for good; answers how many. */
export const useRetryJobs = () =>
  useMutation({
    mutationFn: async (id: string | null) =>
      (await post<JobsRetried>(`/operations/dead-jobs/${id === null ? '' : `${encodeURIComponent(id)}/`}retry`, {})).data.retried,
    onSettled: useAnew(),
  })

export const useDiscardJob = () =>
  useMutation({ mutationFn: (id: string) => remove(`/operations/dead-jobs/${encodeURIComponent(id)}`), onSettled: useAnew() })
