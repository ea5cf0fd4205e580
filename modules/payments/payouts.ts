import { isDeepStrictEqual } from 'node:util'
import type { Decider } from '../kernel/decider.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { ObservedPayout, PayoutPort } from './contract.ts'
import { type PayoutEvent, type PayoutState, payoutFold } from './events.ts'

/** The maximum number of a payout's lines in one event, which keeps events small. */
const LINES = 500

type PayoutCommand = Readonly<{ type: 'Observe'; networkId: NetworkId; profileId: ProfileId; observed: ObservedPayout }>

/** Records all that is new about a payout. */
export const payoutDecider: Decider<PayoutState, PayoutCommand, PayoutEvent> = {
  initial: null,
  ...payoutFold,
  decide: ({ networkId, profileId, observed: { lines, ...noted } }, payout) => {
    const { payoutId } = noted
    const unknown = lines.filter(({ transactionId }) => !payout?.lines.has(transactionId))
    const slices = Array.from({ length: Math.ceil(unknown.length / LINES) }, (_, i) => unknown.slice(i * LINES, (i + 1) * LINES))
    return [
      ...(isDeepStrictEqual(payout?.noted, noted) ? [] : [{ type: 'PayoutNoted' as const, data: { networkId, profileId, ...noted } }]),
      ...slices.map((slice) => ({ type: 'PayoutLinesNoted' as const, data: { payoutId, lines: slice } })),
    ]
  },
}

type Dependencies = Readonly<{
  store: EventStore
  port: PayoutPort
  ownerOf: (accountId: string) => Promise<Readonly<{ networkId: NetworkId; profileId: ProfileId }> | null>
}>

/** Records the state of a connected account's payout at Stripe. Accounts that belong to no network are skipped. */
export const observePayout = ({ store, port, ownerOf }: Dependencies) => {
  const { handle } = commandHandler(store, payoutDecider)
  return async (accountId: string, payoutId: string, circumstances: Circumstances): Promise<void> => {
    const owner = await ownerOf(accountId)
    if (!owner) return
    const observed = await port.observe(accountId, payoutId)
    await handle(`payout-${payoutId}`, { type: 'Observe', ...owner, observed }, circumstances)
  }
}
