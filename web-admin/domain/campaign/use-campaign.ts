import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CampaignChanged, CampaignRun, CampaignStats, Readiness } from '../../../modules/campaigns/contract.ts'
import type { DataOf } from '../../../modules/kernel/api.ts'
import type { CampaignStatus } from '../../../modules/programs/contract.ts'
import { get, put } from '../api/client.ts'
import { reloadProgram } from '../program/reload-program.ts'

const POLL_EVERY = 1_000

type ReadinessAnswer = DataOf<Readiness>
type StatsAnswer = DataOf<CampaignStats>
type Runs = DataOf<CampaignRun[]>
type Changed = DataOf<CampaignChanged>

/** Without a program, nothing is asked. */
export const useReadiness = (programId: string | null) =>
  useQuery({
    enabled: programId !== null,
    queryKey: ['readiness', programId],
    queryFn: async ({ signal }) => (await get<ReadinessAnswer>(`/assessment-programs/${programId}/campaign/readiness`, { signal })).data,
    staleTime: 0,
  })

const isUnderWay = ({ status }: CampaignStats): boolean => status === 'Pending' || status === 'InProgress'

/** The latest run, asked for every second while it is under way; what it changed is fetched when it ends. */
export const useCampaignStats = (programId: string, campaignStatus: CampaignStatus) => {
  const client = useQueryClient()
  const stats = useQuery({
    queryKey: ['campaign-stats', programId],
    queryFn: async ({ signal }) => (await get<StatsAnswer>(`/assessment-programs/${programId}/campaign/stats`, { signal })).data,
    staleTime: 0,
    // Before the first launch a campaign is Pending too, and nothing will come of waiting.
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

/** The runs of the campaign, latest first. */
export const useRuns = (programId: string) =>
  useQuery({
    queryKey: ['runs', programId],
    queryFn: async ({ signal }) => (await get<Runs>(`/assessment-programs/${programId}/runs`, { signal })).data,
  })

export type CampaignMove = { status: 'Active' | 'Paused' } | { status: 'Scheduled'; launchAt: string }

/** Launch, pause, resume, or launch later; the answer waits until the program, its stats and its runs show it. */
export const useChangeCampaign = (programId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (move: CampaignMove) => (await put<Changed>(`/assessment-programs/${programId}/campaign/status`, move)).data,
    onSuccess: () => reloadProgram(client, programId),
  })
}
