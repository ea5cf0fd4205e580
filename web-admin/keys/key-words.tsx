import type { ApiKey, KeyScope } from '../../modules/networks/contract.ts'
import { formatDayOf, formatMinuteOf } from '../domain/api/network-clock.ts'
import { ErrorState } from '../ui/states.tsx'

/** The label of each scope, and what it allows (R26). */
export const scopeWords: Record<KeyScope, Readonly<{ label: string; hint: string }>> = {
  read: { label: 'Read', hint: "Sees what an Auditor sees, payors' names and addresses too, and changes nothing." },
  write: {
    label: 'Read and change',
    hint: 'Also enters and changes payors, programs and bills, and records payments that arrived by check or in other ways.',
  },
}

export const lastUsedWords = ({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>): string => (lastUsedAt === null ? 'Not yet' : formatDayOf(lastUsedAt))

export const isOver = ({ endsAt }: Pick<ApiKey, 'endsAt'>, now: string): boolean => endsAt !== null && endsAt <= now

export const endWords = (key: Pick<ApiKey, 'endsAt'>, now: string): string => {
  if (key.endsAt === null) return 'Never'
  return `${isOver(key, now) ? 'Ended on ' : ''}${formatDayOf(key.endsAt)}`
}

/** Until when the previous secret works; null if it no longer works. */
export const replacedWords = ({ replacedUntil }: Pick<ApiKey, 'replacedUntil'>, now: string): string | null =>
  replacedUntil === null || replacedUntil <= now ? null : `The previous key works until ${formatMinuteOf(replacedUntil)}`

/** A first call with curl, which every system has. */
export const firstCall = (origin: string, secret: string): string =>
  `curl -H "Authorization: Bearer ${secret}" "${origin}/api/assessment-bills?pageSize=1"`

/** Shown to Members instead of the keys. */
export const KeysForbidden = () => (
  <ErrorState title="You do not have permission to view this network.">Ask its administrator if your software needs a key.</ErrorState>
)
