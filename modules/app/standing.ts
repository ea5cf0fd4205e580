import type { LiveChanges } from '../../projections/live.ts'
import { MENDING_CHANNEL, type MendedStore } from '../platform/event-store/mending.ts'
import type { Platform } from '../platform/platform.ts'
import { listen } from '../platform/postgres/listen.ts'

const SHOWN_MS = 60_000

type Dependencies = Pick<Platform, 'databaseUrl' | 'log' | 'signal'> &
  Readonly<{ store: MendedStore; live: Pick<LiveChanges, 'standing'>; allCaughtUp: (patience: number) => Promise<void> }>

/** What stands still, or goes on again, is known to this process, and told to whoever looks at a page. */
export const followStanding = ({ databaseUrl, store, live, allCaughtUp, log, signal }: Dependencies): void => {
  const changed = async (): Promise<void> => {
    await store.refresh()
    live.standing()
    // Once the rest was folded that had waited behind it.
    await allCaughtUp(SHOWN_MS).then(live.standing, () => {})
  }
  const heard = () => void changed().catch((err) => signal.aborted || log.warn({ err }, 'what stands still is not known'))
  void listen({ url: databaseUrl, channel: MENDING_CHANNEL, begin: heard, heard, signal })
}
