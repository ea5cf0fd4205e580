import type { Decider } from '../kernel/decider.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { type AddressState, addressFold, type ReminderEvent } from './events.ts'

export type ReminderCommand = Readonly<{ type: 'Wish'; networkId: NetworkId; address: string; stopped: boolean }>

/** Decides on an address's wish for reminders, by network. */
export const reminderDecider: Decider<AddressState, ReminderCommand, ReminderEvent> = {
  ...addressFold,
  decide: ({ networkId, address, stopped }, state) =>
    stopped === state.stopped ? [] : [{ type: stopped ? 'RemindersStopped' : 'RemindersWanted', data: { networkId, address } }],
}
