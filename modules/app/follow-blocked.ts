import type { LiveChanges } from '../../projections/live.ts'
import { REPAIR_CHANNEL, type RepairedStore } from '../platform/event-store/repair.ts'
import type { Platform } from '../platform/platform.ts'
import { listen } from '../platform/postgres/listen.ts'

const SHOWN_MS = 60_000

type Dependencies = Pick<Platform, 'databaseUrl' | 'log' | 'signal'> &
  Readonly<{ store: RepairedStore; live: Pick<LiveChanges, 'blocked'>; allCaughtUp: (patience: number) => Promise<void> }>

/** Informs this process and the open pages when an event becomes blocked, or is no longer blocked. */
export const followBlocked = ({ databaseUrl, store, live, allCaughtUp, log, signal }: Dependencies): void => {
  const changed = async (): Promise<void> => {
    await store.refresh()
    live.blocked()
    // The pages reload again once the events behind the repaired one are folded.
    await allCaughtUp(SHOWN_MS).then(live.blocked, () => {})
  }
  const onNotice = () => void changed().catch((err) => signal.aborted || log.warn({ err }, 'the blocked events are not known'))
  void listen({ url: databaseUrl, channel: REPAIR_CHANNEL, begin: onNotice, onMessage: onNotice, signal })
}
