import { cents, day, int, moment, position, table, text, uuid } from '../table.ts'

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
    /** The start of the campaign's last stretch without a pause. */
    campaignSince: day().orNull(),
    /** The start of the program's activity with this schedule. */
    termsSince: moment().orNull(),
    /** The last period that was generated for all payors, and the program's frequency then. */
    billed: day().orNull(),
    billedEvery: text().orNull(),
    profileId: uuid().orNull(),
    position: position(),
    revision: int(),
    since: position(),
  },
  { indexes: { network: '(network_id, position)' }, past: { by: 'trigger', indexes: { network: '(network_id)' } } },
)
