import { toApiDay } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { type NetworkId, ProgramId } from '../kernel/ids.ts'
import type { Historian, ThingHistory } from '../platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { History } from '../shared/history.ts'
import { campaignDecider } from './decider.ts'
import { type CampaignState, campaignSentence } from './events.ts'

const THING = 'Assessment program'

const shown = ({ status, launchAt, billed }: CampaignState) => ({ status, launchAt, billed: billed && toApiDay(billed) })

type Dependencies = Readonly<{
  historian: Historian
  programStateOf: (id: ProgramId) => Promise<Readonly<{ networkId: NetworkId }> | null>
}>

export const campaignHistory =
  ({ historian }: Pick<Dependencies, 'historian'>): ThingHistory =>
  async (stream) => {
    const rows = await historian([stream], campaignDecider, { summary: campaignSentence, shown })
    // The sentence already contains the reason for the run. No person has given a reason.
    return rows.map((row) => ({ ...row, reason: null }))
  }

export const campaignHistoryRoute = ({ historian, programStateOf }: Dependencies): Route =>
  route({
    method: 'get',
    path: '/api/assessment-programs/:id/campaign/history',
    about: 'program',
    summary: "Everything that happened to a program's campaign, oldest first",
    access: readers('assessment program'),
    params: IdParams,
    answer: History,
    refusals: ['unfolded'],
    handle: async ({ visitor, params }) => {
      const programId = idOf(ProgramId, params.id, THING)
      const program = await programStateOf(programId)
      const networkId = mayIn(visitor, program?.networkId, 'read', THING, 'view')
      if (!program) throw missing(THING)
      return { data: await campaignHistory({ historian })(`campaign-${programId}`, networkId) }
    },
  })
