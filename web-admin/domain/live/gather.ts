import type { QueryClient } from '@tanstack/react-query'
import { type Changed, refresh } from './changes.ts'

/** Milliseconds to collect changes: an import refetches rarely, and a command's own change and its live event refetch once. */
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

/** Refetches the queries that a change affects, together with other changes of the same moment. */
export const noteChange = (client: QueryClient, { kind, id }: Changed): void => {
  const now = gathered.get(client) ?? { waiting: [], timer: undefined }
  gathered.set(client, now)
  if (!now.waiting.some((one) => one.kind === kind && one.id === id)) now.waiting.push({ kind, id })
  now.timer ??= setTimeout(() => void flush(client, now), GATHER)
}
