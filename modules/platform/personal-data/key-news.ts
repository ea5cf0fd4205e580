import { listen } from '../postgres/listen.ts'

/** Named after its first use, forgotten keys, since processes of that release listen on it, too. */
const CHANNEL = 'forgotten_keys'

/** SQL that announces a forgotten owner or a key with a new version to all processes. */
export const announce = (what: string): string => `pg_notify('${CHANNEL}', ${what})`

/** Receives these announcements on one connection; null after each new or lost connection, since announcements may have been missed. */
export const followKeys = (url: string, onMessage: (what: string | null) => void, signal: AbortSignal): Promise<void> =>
  listen({ url, channel: CHANNEL, begin: () => onMessage(null), onMessage, lost: () => onMessage(null), signal }).begun
