import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useEffect, useRef } from 'react'
import type { CampaignChanged, CampaignRun, CampaignStats, Readiness } from '../../../modules/campaigns/contract.ts'
import type { CampaignStatus, Program, ProgramStats, ProgramStatus } from '../../../modules/programs/contract.ts'
import type { DataOf } from '../../../modules/shared/api.ts'
import { PAGE_SIZE } from '../../../modules/shared/page-size.ts'
import { get, put } from '../api/client.ts'
import { useCommand } from '../command.ts'
import { useData, usePageOf, useVersioned } from '../queries.ts'

const LOGIN_DELAY = 100
const POLL_EVERY = 1_000

/** Refetches everything that shows the program, its figures or its bills. */
export const reloadProgram = async (client: QueryClient, id: string): Promise<void> => {
  const program = (['program', 'program-stats', 'readiness', 'campaign-stats', 'runs', 'without-email'] as const).map((name) => [name, id] as const)
  const shown = (['programs', 'bills', 'bill-counts', 'messages', 'members', 'member', 'dashboard'] as const).map((name) => [name] as const)
  await Promise.all([...program, ...shown].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Disabled without an id. */
export const useProgram = (id: string | null) => useVersioned<Program>(['program', id], `/assessments/${id}`, { enabled: id !== null })

export type ProgramFilter = { page: number; search: string; status: ProgramStatus | null }

/** Ten per page, newest first. */
export const usePrograms = (filter: ProgramFilter) => usePageOf<Program>(['programs', filter], '/assessments', { ...filter, pageSize: PAGE_SIZE })

/** One call per program, made when `wanted`; cached until the figures change. */
export const useProgramStats = (id: string, wanted: boolean) =>
  useQuery({
    queryKey: ['program-stats', id],
    queryFn: ({ signal }) => get<ProgramStats>(`/assessment-programs/${id}/count`, { signal, loginDelay: LOGIN_DELAY }),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Disabled without a program. */
export const useReadiness = (programId: string | null) =>
  useData<Readiness>(['readiness', programId], `/assessment-programs/${programId}/campaign/readiness`, { enabled: programId !== null, staleTime: 0 })

const isUnderWay = ({ status }: CampaignStats): boolean => status === 'Pending' || status === 'InProgress'

/** The latest run, polled every second while it is under way. Its end refetches the program. */
export const useCampaignStats = (programId: string, campaignStatus: CampaignStatus) => {
  const client = useQueryClient()
  const stats = useData<CampaignStats>(['campaign-stats', programId], `/assessment-programs/${programId}/campaign/stats`, {
    staleTime: 0,
    // Before the first launch the stats are Pending too, but will not change.
    refetchInterval: ({ state: { data } }) => (campaignStatus === 'Active' && data && isUnderWay(data) ? POLL_EVERY : false),
  })
  const going = stats.data !== undefined && isUnderWay(stats.data)
  const wasGoing = useRef(going)
  useEffect(() => {
    if (wasGoing.current && !going) void reloadProgram(client, programId)
    wasGoing.current = going
  }, [going, client, programId])
  return stats
}

/** The campaign's runs, latest first. */
export const useRuns = (programId: string) => useData<CampaignRun[]>(['runs', programId], `/assessment-programs/${programId}/runs`)

export type CampaignMove = { status: 'Active' | 'Paused' } | { status: 'Scheduled'; launchAt: string }

/** A command that refetches everything that shows the program. */
export const useOnProgram = <Input, Result>(id: string, call: (input: Input, once: { idempotencyKey: string }) => Promise<Result>) =>
  useCommand(call, { done: (client) => reloadProgram(client, id) })

/** Launches, pauses, resumes or schedules a campaign. Resolves once the program, its stats and runs are refetched. */
export const useChangeCampaign = (programId: string) =>
  useOnProgram(
    programId,
    async (move: CampaignMove) => (await put<DataOf<CampaignChanged>>(`/assessment-programs/${programId}/campaign/status`, move)).data,
  )

/** Stored in this browser: networks with hidden first steps, and programs with a previewed mail. */
const keptAtom = atomWithStorage<{ away: string[]; looked: string[] }>('vestry-first-steps', { away: [], looked: [] }, undefined, { getOnInit: true })

const withOrWithout = (list: readonly string[], one: string, on: boolean): string[] => [
  ...list.filter((other) => other !== one),
  ...(on ? [one] : []),
]

/** The state of a network's hidden first steps, and its setter. */
export const usePutAway = (networkId: string): [boolean, (away: boolean) => void] => {
  const [{ away }, keep] = useAtom(keptAtom)
  return [away.includes(networkId), (on) => keep((now) => ({ ...now, away: withOrWithout(now.away, networkId, on) }))]
}

/** True once this browser has shown the mail of a program's bills, and a function that notes it. */
export const useLookedAtMail = (programId: string): [boolean, () => void] => {
  const [{ looked }, keep] = useAtom(keptAtom)
  return [looked.includes(programId), () => keep((now) => ({ ...now, looked: withOrWithout(now.looked, programId, true) }))]
}
