import type { CampaignEvent } from '../../modules/campaigns/events.ts'
import type { ProgramEvent } from '../../modules/programs/events.ts'
import type { Projection, Recorded, Transaction } from '../projection.ts'

const setStatus = (tx: Transaction, id: string, status: string) => tx.query('update programs set status = $2 where id = $1', [id, status])

const isOfCampaign = (event: Recorded<ProgramEvent | CampaignEvent>): event is Recorded<CampaignEvent> => event.stream.startsWith('campaign-')

const foldCampaign = async (tx: Transaction, { type, data }: Recorded<CampaignEvent>): Promise<void> => {
  const set = (columns: string, ...values: unknown[]) => tx.query(`update programs set ${columns} where id = $1`, [data.programId, ...values])
  switch (type) {
    case 'CampaignScheduled':
      await set(`campaign_status = 'Scheduled', launch_at = $2`, data.launchAt)
      break
    case 'CampaignFailed':
      await set(`campaign_status = 'Failed', launch_at = null`)
      break
    case 'CampaignLaunched':
    case 'CampaignResumed':
      await set(`campaign_status = 'Active', launch_at = null, campaign_since = $2`, data.on)
      break
    case 'CampaignPaused':
      await set(`campaign_status = 'Paused'`)
      break
    case 'CampaignPeriodBilled':
      await set('billed = $2', data.period)
      break
    case 'CampaignCompleted':
      await set(`campaign_status = 'Completed'`)
      break
    case 'CampaignReopened':
      await set(`campaign_status = 'Active'`)
  }
}

/** Programs with their campaigns: few, so one statement per event. */
export const programsProjection: Projection = {
  name: 'programs',
  categories: ['program', 'campaign'],
  fold: async (tx, events) => {
    for (const event of events as readonly Recorded<ProgramEvent | CampaignEvent>[]) {
      if (isOfCampaign(event)) {
        await foldCampaign(tx, event)
        continue
      }
      const { type, data, position, revision } = event
      const id = data.programId
      switch (type) {
        case 'ProgramCreated': {
          const { name, description, frequency, type: amountType, amount, dueDate } = data.terms
          await tx.query(
            `insert into programs (id, network_id, name, description, frequency, type, amount, due_date, status, campaign_status, position, revision)
             values ($1, $2, $3, $4, $5, $6, $7, $8, 'Draft', 'Draft', $9, $10)`,
            [id, data.networkId, name, description, frequency, amountType, amount, dueDate, position, revision],
          )
          break
        }
        case 'ProgramChanged': {
          const { name, description, frequency, type: amountType, amount, dueDate } = data.terms
          await tx.query('update programs set name = $2, description = $3, frequency = $4, type = $5, amount = $6, due_date = $7 where id = $1', [
            id,
            name,
            description,
            frequency,
            amountType,
            amount,
            dueDate,
          ])
          break
        }
        case 'PaymentProfileAttached':
          await tx.query('update programs set profile_id = $2 where id = $1', [id, data.profileId])
          break
        case 'ProgramActivated':
          await setStatus(tx, id, 'Active')
          break
        case 'ProgramCompleted':
          await setStatus(tx, id, 'Completed')
          break
        case 'ProgramArchived':
          await setStatus(tx, id, 'Archived')
      }
      await tx.query('update programs set revision = $2 where id = $1', [id, revision])
    }
  },
}
