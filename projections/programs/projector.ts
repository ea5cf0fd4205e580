import { type CampaignEvent, campaignEvents } from '../../modules/campaigns/events.ts'
import { nameKey } from '../../modules/kernel/names.ts'
import { type ProgramEvent, programEvents, type Terms } from '../../modules/programs/events.ts'
import { keepJournal } from '../audit/journal.ts'
import { projectionOf, type Recorded, type Transaction } from '../projection.ts'
import type { Row } from '../table.ts'
import { cents, day, int, ints, moment, position, table, text, uuid } from '../table.ts'

export const programs = table(
  'programs',
  {
    id: uuid().key(),
    networkId: uuid(),
    name: text(),
    /** Normalized, for searches. */
    nameKey: text(),
    description: text().orNull(),
    frequency: text(),
    type: text(),
    amount: cents(),
    dueDate: day(),
    status: text<'Draft' | 'Active' | 'Completed' | 'Archived'>(),
    campaignStatus: text<'Draft' | 'Scheduled' | 'Failed' | 'Active' | 'Paused' | 'Completed'>(),
    launchAt: moment().orNull(),
    /** The day since which the campaign has been active without a pause. */
    campaignSince: day().orNull(),
    /** The time since which the program has been active with its current schedule. */
    termsSince: moment().orNull(),
    /** The last period that was billed for all payors, and the program's frequency at that time. */
    billed: day().orNull(),
    billedEvery: text().orNull(),
    plans: ints().or("'{}'"),
    profileId: uuid().orNull(),
    position: position(),
    revision: int(),
    since: position(),
  },
  { indexes: { network: '(network_id, position)' }, past: { by: 'trigger', indexes: { network: '(network_id)' } } },
)

type Event = Recorded<ProgramEvent | CampaignEvent>

const isOfCampaign = (event: Event): event is Recorded<CampaignEvent> => event.stream.startsWith('campaign-')

type Changes = Partial<Row<typeof programs>>

const foldCampaign = async (tx: Transaction, { type, data, position }: Recorded<CampaignEvent>): Promise<void> => {
  const set = (changes: Changes, also?: string) => programs.update(tx, data.programId, { ...changes, since: position }, also)
  switch (type) {
    case 'CampaignScheduled':
      await set({ campaignStatus: 'Scheduled', launchAt: data.launchAt })
      break
    case 'CampaignFailed':
      await set({ campaignStatus: 'Failed', launchAt: null })
      break
    case 'CampaignLaunched':
    case 'CampaignResumed':
      await set({ campaignStatus: 'Active', launchAt: null, campaignSince: data.on })
      break
    case 'CampaignPaused':
      await set({ campaignStatus: 'Paused' })
      break
    case 'CampaignPeriodBilled':
      await set({ billed: data.period }, 'billed_every = frequency')
      break
    case 'CampaignCompleted':
      await set({ campaignStatus: 'Completed' })
      break
    case 'CampaignReopened':
      await set({ campaignStatus: 'Active' })
  }
}

const termsOf = ({ name, description, frequency, type, amount, dueDate }: Terms) => {
  return { name, nameKey: nameKey(name), description, frequency, type, amount, dueDate }
}

const foldProgram = async (tx: Transaction, { type, data, position, revision, metadata }: Recorded<ProgramEvent>): Promise<void> => {
  const id = data.programId
  const set = (changes: Changes) => programs.update(tx, id, { ...changes, since: position, revision })
  switch (type) {
    case 'ProgramCreated': {
      const { networkId, terms } = data
      const drafted = { status: 'Draft', campaignStatus: 'Draft', position, revision, since: position } as const
      await programs.insert(tx, { id, networkId, ...termsOf(terms), ...drafted })
      break
    }
    case 'ProgramChanged':
      // Must come first, while the row still has the old schedule.
      await tx.query('update programs set terms_since = $2, since = $3 where id = $1 and (frequency <> $4 or due_date <> $5)', [
        ...[id, metadata.at, position, data.terms.frequency, data.terms.dueDate],
      ])
      await set(termsOf(data.terms))
      break
    case 'PlansOffered':
      await set({ plans: data.counts })
      break
    case 'PaymentProfileAttached':
      await set({ profileId: data.profileId })
      break
    case 'ProgramActivated':
      await set({ status: 'Active', termsSince: metadata.at })
      break
    case 'ProgramCompleted':
      await set({ status: 'Completed' })
      break
    case 'ProgramArchived':
      await set({ status: 'Archived' })
  }
}

/** Programs with their campaigns: few, so one statement per event. */
export const programsProjection = projectionOf(
  { ...programEvents, ...campaignEvents },
  {
    name: 'programs',
    categories: ['program', 'campaign'],
    own: ['program', 'campaign'],
    fold: async (tx, events) => {
      for (const event of events) await (isOfCampaign(event) ? foldCampaign(tx, event) : foldProgram(tx, event))
      await keepJournal(tx, events)
    },
  },
)
