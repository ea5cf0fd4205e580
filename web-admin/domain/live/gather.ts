import type { QueryClient } from '@tanstack/react-query'
import { type Changed, refresh } from './changes.ts'

/** Changes are gathered this long: an import doesn't keep the screen busy, and what this tab did is read once, with the news of it. */
const GATHER = 200
const REST = 1_000

type Gathered = { waiting: Changed[]; timer: ReturnType<typeof setTimeout> | undefined }
const gathered = new WeakMap<QueryClient, Gathered>()

const flush = async (client: QueryClient, now: Gathered): Promise<void> => {
  const changes = now.waiting
  now.waiting = []
  await refresh(client, changes)
  now.timer = now.waiting.length > 0 ? setTimeout(() => void flush(client, now), REST) : undefined
}

/** Brings what is on the screen up to date with a change, together with others that are noted at the same time. */
export const noteChange = (client: QueryClient, { kind, id }: Changed): void => {
  const now = gathered.get(client) ?? { waiting: [], timer: undefined }
  gathered.set(client, now)
  if (!now.waiting.some((one) => one.kind === kind && one.id === id)) now.waiting.push({ kind, id })
  now.timer ??= setTimeout(() => void flush(client, now), GATHER)
}
