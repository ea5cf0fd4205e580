import { listen } from '../postgres/listen.ts'

/** The name is of when it announced forgotten keys alone; processes of that release listen on it, too. */
const CHANNEL = 'forgotten_keys'

/** In SQL, announces to all processes whose key was thrown away, or which key of the installation has a new version. */
export const announce = (what: string): string => `pg_notify('${CHANNEL}', ${what})`

/** Hears of both, on one connection; null on each new and each lost connection, since an announcement may have been missed. */
export const hearOfKeys = (url: string, heard: (what: string | null) => void, signal: AbortSignal): Promise<void> =>
  listen({ url, channel: CHANNEL, begin: () => heard(null), heard, lost: () => heard(null), signal }).begun
