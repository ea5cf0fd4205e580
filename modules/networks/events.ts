import type { Role } from '../identity/contract.ts'
import type { DomainEvent } from '../kernel/decider.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'

/** Kept for ever. Never change a shape here; add an event and let `evolve` read both. */
export type NetworkEvent =
  | DomainEvent<
      'NetworkCreated',
      {
        networkId: NetworkId
        name: string
        slug: string
        description: string | null
        timeZone: string
        reminderDays: readonly number[]
        createdBy: UserId
      }
    >
  | DomainEvent<'NetworkRoleGranted', { networkId: NetworkId; userId: UserId; role: Role }>
