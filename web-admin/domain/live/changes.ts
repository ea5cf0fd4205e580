import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Bill } from '../../../modules/bills/contract.ts'
import type { DataOf, ListOf } from '../../../modules/shared/api.ts'
import { get } from '../api/client.ts'
import { type Kind, refreshedBy } from '../queries.ts'

/** A live change (GET /events). `id` is null if so much has changed that whole lists must be read again. */
export type Change = {
  kind: Kind
  id: string | null
  position: number
}
type Changed = Pick<Change, 'kind' | 'id'>

const kinds: ReadonlySet<unknown> = new Set(Object.values(refreshedBy).flat())

/** A newer server may send kinds that this page does not know. */
export const isChange = (value: unknown): value is Change => kinds.has((value as Partial<Change> | undefined)?.kind)

/** The keys of all queries that the changes affect. */
export const keysOf = (changes: readonly Changed[]): QueryKey[] =>
  (Object.entries(refreshedBy) as [QueryKey[0], readonly Kind[]][])
    .filter(([, refreshing]) => changes.some(({ kind }) => refreshing.includes(kind)))
    .map(([key]) => [key])

/** If more bills than this have changed, the whole list is read again. */
const ONE_BY_ONE = 10
type Answer = DataOf<Bill>

/**
 * Reads the changed bills that a list shows, and keeps them in place, so that nothing moves under the pointer. If bills
 * that no list shows have changed, reads the lists again.
 */
const refreshBills = async (client: QueryClient, changes: readonly Changed[]): Promise<unknown> => {
  const changed = changes.flatMap(({ kind, id }) => (kind === 'bill' ? [id] : []))
  if (changed.length === 0) return
  const lists = client.getQueryCache().findAll({ queryKey: ['bills'], type: 'active' })
  const shown = new Set(lists.flatMap(({ state }) => (state.data as ListOf<Bill> | undefined)?.data.map(({ id }) => id as string) ?? []))
  if (changed.length > ONE_BY_ONE || changed.some((id) => id === null || !shown.has(id))) return client.invalidateQueries({ queryKey: ['bills'] })
  const bills = await Promise.all(changed.map(async (id) => (await get<Answer>(`/assessment-bills/${id}`)).data))
  const byId = new Map(bills.map((bill) => [bill.id, bill]))
  client.setQueriesData<ListOf<Bill>>({ queryKey: ['bills'] }, (list) => list && { ...list, data: list.data.map((row) => byId.get(row.id) ?? row) })
  return client.invalidateQueries({ queryKey: ['bills'], refetchType: 'none' })
}

/** Reads the affected queries again that are on the screen; the others are read when they are next shown. */
export const refresh = async (client: QueryClient, changes: readonly Changed[]): Promise<void> => {
  // After a blocked projection has continued, anything may have changed.
  if (changes.some(({ kind }) => kind === 'standing')) return client.invalidateQueries()
  await Promise.allSettled([refreshBills(client, changes), ...keysOf(changes).map((queryKey) => client.invalidateQueries({ queryKey }))])
}

/**
 * Changes within this many milliseconds are handled together: an import then causes few reads, and a command causes one
 * read together with its live event.
 */
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

/** Reads the queries that a change affects again, together with the queries of other changes at about the same time. */
export const noteChange = (client: QueryClient, { kind, id }: Changed): void => {
  const now = gathered.get(client) ?? { waiting: [], timer: undefined }
  gathered.set(client, now)
  if (!now.waiting.some((one) => one.kind === kind && one.id === id)) now.waiting.push({ kind, id })
  now.timer ??= setTimeout(() => void flush(client, now), GATHER)
}
