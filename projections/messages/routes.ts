import { CampaignRun, CampaignStats } from '../../modules/campaigns/contract.ts'
import { dataOf } from '../../modules/kernel/api.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { ProgramId } from '../../modules/kernel/ids.ts'
import type { Queries } from '../../modules/platform/database.ts'
import { IdParams, idOf, type Route, readers, route } from '../../modules/platform/route.ts'
import { mayIn, type Visitor } from '../../modules/platform/visitor.ts'
import { programById } from '../programs/queries.ts'
import { campaignStats, runsOf } from './queries.ts'

const THING = 'Assessment program'

export const messageQueryRoutes = (db: Queries): Route[] => {
  const readable = async (visitor: Visitor, id: string): Promise<ProgramId> => {
    const found = await programById(db, idOf(ProgramId, id, THING))
    mayIn(visitor, found?.networkId, 'read', THING, 'view')
    if (!found) throw missing(THING)
    return found.program.id
  }
  return [
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/campaign/stats',
      summary: 'How far the latest run of a campaign is',
      access: readers('assessment program'),
      params: IdParams,
      answer: dataOf(CampaignStats),
      handle: async ({ visitor, params }) => ({ data: await campaignStats(db, await readable(visitor, params.id)) }),
    }),
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/runs',
      summary: "The runs of a program's campaign, latest first",
      access: readers('assessment program'),
      params: IdParams,
      answer: dataOf(CampaignRun.array()),
      handle: async ({ visitor, params }) => ({ data: [...(await runsOf(db, await readable(visitor, params.id)))] }),
    }),
  ]
}
