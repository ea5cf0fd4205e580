import type { Decider } from '../kernel/decider.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { ReminderEvent } from './events.ts'

export type ReminderCommand = Readonly<{ type: 'Wish'; networkId: NetworkId; address: string; stopped: boolean }>

/** Does an address want no reminders of a network? */
export const reminderDecider: Decider<boolean, ReminderCommand, ReminderEvent> = {
  initial: false,
  // Nobody is refused who wants no more mails.
  isRepeatable: ({ type }) => type === 'RemindersWanted',
  decide: ({ networkId, address, stopped }, already) =>
    stopped === already ? [] : [{ type: stopped ? 'RemindersStopped' : 'RemindersWanted', data: { networkId, address } }],
  evolve: (stopped, { type }) => (type === 'RemindersStopped' ? true : type === 'RemindersWanted' ? false : stopped),
}
