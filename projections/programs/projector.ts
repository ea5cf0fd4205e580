import type { CampaignEvent } from '../../modules/campaigns/events.ts'
import { nameKey } from '../../modules/kernel/names.ts'
import type { ProgramEvent } from '../../modules/programs/events.ts'
import { keepJournal } from '../audit/journal.ts'
import type { Projection, Recorded, Transaction } from '../projection.ts'

type Event = Recorded<ProgramEvent | CampaignEvent>

const isOfCampaign = (event: Event): event is Recorded<CampaignEvent> => event.stream.startsWith('campaign-')

const foldCampaign = async (tx: Transaction, { type, data, position }: Recorded<CampaignEvent>): Promise<void> => {
  const set = (columns: string, ...values: unknown[]) =>
    tx.query(`update programs set ${columns}, since = $2 where id = $1`, [data.programId, position, ...values])
  switch (type) {
    case 'CampaignScheduled':
      await set(`campaign_status = 'Scheduled', launch_at = $3`, data.launchAt)
      break
    case 'CampaignFailed':
      await set(`campaign_status = 'Failed', launch_at = null`)
      break
    case 'CampaignLaunched':
    case 'CampaignResumed':
      await set(`campaign_status = 'Active', launch_at = null, campaign_since = $3`, data.on)
      break
    case 'CampaignPaused':
      await set(`campaign_status = 'Paused'`)
      break
    case 'CampaignPeriodBilled':
      await set('billed = $3, billed_every = frequency', data.period)
      break
    case 'CampaignCompleted':
      await set(`campaign_status = 'Completed'`)
      break
    case 'CampaignReopened':
      await set(`campaign_status = 'Active'`)
  }
}

const foldProgram = async (tx: Transaction, { type, data, position, revision, metadata }: Recorded<ProgramEvent>): Promise<void> => {
  const id = data.programId
  const set = (columns: string, ...values: unknown[]) =>
    tx.query(`update programs set ${columns}, since = $2, revision = $3 where id = $1`, [id, position, revision, ...values])
  switch (type) {
    case 'ProgramCreated': {
      const { name, description, frequency, type: amountType, amount, dueDate } = data.terms
      await tx.query(
        `insert into programs (id, network_id, name, name_key, description, frequency, type, amount, due_date, status, campaign_status, position, revision, since)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'Draft', 'Draft', $10, $11, $10)`,
        [id, data.networkId, name, nameKey(name), description, frequency, amountType, amount, dueDate, position, revision],
      )
      break
    }
    case 'ProgramChanged': {
      const { name, description, frequency, type: amountType, amount, dueDate } = data.terms
      await set(
        `name = $4, name_key = $5, description = $6, frequency = $7, type = $8, amount = $9, due_date = $10,
         terms_since = case when frequency = $7 and due_date = $10::date then terms_since else $11::timestamptz end`,
        name,
        nameKey(name),
        description,
        frequency,
        amountType,
        amount,
        dueDate,
        metadata.at,
      )
      break
    }
    case 'PaymentProfileAttached':
      await set('profile_id = $4', data.profileId)
      break
    case 'ProgramActivated':
      await set(`status = 'Active', terms_since = $4`, metadata.at)
      break
    case 'ProgramCompleted':
      await set(`status = 'Completed'`)
      break
    case 'ProgramArchived':
      await set(`status = 'Archived'`)
  }
}

/** Programs with their campaigns: few, so one statement per event. */
export const programsProjection: Projection = {
  name: 'programs',
  categories: ['program', 'campaign'],
  own: ['program', 'campaign'],
  fold: async (tx, events) => {
    for (const event of events as readonly Event[]) await (isOfCampaign(event) ? foldCampaign(tx, event) : foldProgram(tx, event))
    await keepJournal(tx, events)
  },
}
