import { z } from 'zod'
import type { LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, eventsOf, foldOf, text } from '../kernel/events.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import { type ObservedPayout, PayoutLineKind, PayoutStatus } from './contract.ts'

export type PayoutState = Readonly<{ noted: Omit<ObservedPayout, 'lines'>; lines: ReadonlySet<string> }> | null

const Line = z.object({
  transactionId: z.string(),
  kind: PayoutLineKind,
  intentId: z.string().nullable(),
  gross: cents,
  fee: cents,
  net: cents,
})

const event = eventsOf<PayoutState>()

/** The events of a payout. They are kept forever: add optional fields only, or a new event. */
export const payoutEvents = {
  /** A payout from Stripe to a network's bank; recorded again at each change of its state. */
  PayoutNoted: event(
    z.object({
      ...{ payoutId: z.string(), networkId: text<NetworkId>(), profileId: text<ProfileId>(), accountId: z.string() },
      ...{ amount: cents, arrivesOn: text<LocalDate>(), status: PayoutStatus },
    }),
    {
      icon: 'bank',
      says: 'Payout by Stripe',
      evolve: (payout, { networkId: _, profileId: __, ...noted }) => ({ noted, lines: payout?.lines ?? new Set() }),
      webhook: null,
    },
  ),
  /**
   * Some of the payout's lines; large payouts have several such events. Stripe reports lines once it has settled the
   * payout.
   */
  PayoutLinesNoted: event(z.object({ payoutId: z.string(), lines: z.array(Line).readonly() }), {
    icon: 'bank',
    says: 'Contents of a payout noted',
    evolve: (payout, { lines }) => payout && { ...payout, lines: new Set([...payout.lines, ...lines.map(({ transactionId }) => transactionId)]) },
    webhook: null,
  }),
}

export type PayoutEvent = EventOf<typeof payoutEvents>
export const payoutFold = foldOf<PayoutState, typeof payoutEvents>(payoutEvents)
