import type { Decider } from '../kernel/decider.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { DEFAULT_REMINDER_DAYS, DEFAULT_TIME_ZONE } from './contract.ts'
import type { NetworkEvent } from './events.ts'

export type NetworkCommand = { type: 'CreateNetwork'; networkId: NetworkId; name: string; slug: string; description: string | null; by: UserId }

export type NetworkState = Readonly<{ timeZone: string }> | null

const decide = (command: NetworkCommand, network: NetworkState): NetworkEvent[] => {
  if (network) return []
  const { networkId, name, slug, description, by } = command
  return [
    {
      type: 'NetworkCreated',
      data: { networkId, name, slug, description, timeZone: DEFAULT_TIME_ZONE, reminderDays: DEFAULT_REMINDER_DAYS, createdBy: by },
    },
    { type: 'NetworkRoleGranted', data: { networkId, userId: by, role: 'Admin' } },
  ]
}

const evolve = (network: NetworkState, { type, data }: NetworkEvent): NetworkState =>
  type === 'NetworkCreated' ? { timeZone: data.timeZone } : network

export const networkDecider: Decider<NetworkState, NetworkCommand, NetworkEvent> = { initial: null, decide, evolve }
