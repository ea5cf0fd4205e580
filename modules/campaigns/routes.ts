import { dayIn, instantOf } from '../kernel/dates.ts'
import { invalid, missing } from '../kernel/errors.ts'
import { type NetworkId, ProgramId, type RunId } from '../kernel/ids.ts'
import type { EventStore, Revision } from '../platform/event-store/event-store.ts'
import { commandHandler, stale } from '../platform/handle.ts'
import { admins, IdParams, idOf, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { ProgramStatus } from '../programs/contract.ts'
import { dataOf } from '../shared/api.ts'
import { CampaignChange, CampaignChanged, type ReadinessItem } from './contract.ts'
import { type CampaignCommand, campaignDecider } from './decider.ts'
import { LAUNCH_IN_THE_FUTURE } from './values.ts'

const THING = 'Assessment program'

export type CampaignsDependencies = Readonly<{
  store: EventStore
  programStateOf: (id: ProgramId) => Promise<Readonly<{ networkId: NetworkId; status: ProgramStatus; revision: Revision }> | null>
  /** The preconditions of a launch that the program still lacks (R56). */
  missingOf: (id: ProgramId) => Promise<readonly ReadinessItem[]>
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  /** Queues jobs for runs that were requested. */
  followUp: () => Promise<void>
}>

export const campaignRoutes = ({ store, programStateOf, missingOf, timeZoneOf, followUp }: CampaignsDependencies): Route[] => {
  const { handle } = commandHandler(store, campaignDecider)
  return [
    route({
      method: 'put',
      path: '/api/assessment-programs/:id/campaign/status',
      about: 'program',
      summary: 'Launch, pause or resume a campaign, or have it launched later',
      access: admins('update', 'assessment program'),
      params: IdParams,
      body: CampaignChange,
      answer: dataOf(CampaignChanged),
      refusals: ['not-allowed', 'not-ready', 'stale'],
      handle: async ({ visitor, params, body: { status, launchAt }, circumstances, ifMatch, now, settled }) => {
        const programId = idOf(ProgramId, params.id, THING)
        const program = await programStateOf(programId)
        const networkId = mayIn(visitor, program?.networkId, 'write', THING, 'update')
        if (!program) throw missing(THING)
        if (ifMatch !== undefined && ifMatch !== program.revision) throw stale()
        if (status === 'Scheduled' && !launchAt) throw invalid('launchAt', LAUNCH_IN_THE_FUTURE)
        const on = { programId, networkId }
        const command = async (): Promise<CampaignCommand> => {
          if (status === 'Paused') return { type: 'Pause', ...on }
          if (status === 'Scheduled')
            return { type: 'Schedule', ...on, launchAt: instantOf(Date.parse(launchAt ?? now)), at: now, programStatus: program.status }
          const runId = uuidV5(`run/${programId}/${circumstances.cause}`) as RunId
          const today = dayIn((await timeZoneOf(networkId)) ?? 'UTC', now)
          return { type: 'Activate', ...on, runId, today, missing: await missingOf(programId), programStatus: program.status }
        }
        const { state, appended, shown } = await handle(`campaign-${programId}`, await command(), circumstances)
        await settled(shown)
        if (appended.length > 0 && status === 'Active') await followUp()
        return { data: { campaignStatus: state.status } }
      },
    }),
  ]
}
