import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Bill } from '../../../modules/bills/contract.ts'
import type { DataOf, ListOf } from '../../../modules/shared/api.ts'
import { get } from '../api/client.ts'
import { type Kind, refreshedBy } from '../queries.ts'

/** Something in the network changed; without an `id` so much did that lists are read anew (GET /events). */
export type Change = {
  kind: Kind
  id: string | null
  position: number
}
export type Changed = Pick<Change, 'kind' | 'id'>

const kinds: ReadonlySet<unknown> = new Set(Object.values(refreshedBy).flat())

/** Whether this is a change of a thing that is known here: a newer server may tell of others. */
export const isChange = (told: unknown): told is Change => kinds.has((told as Partial<Change> | undefined)?.kind)

/** The keys of everything that shows what changed. */
export const keysOf = (changes: readonly Changed[]): QueryKey[] =>
  (Object.entries(refreshedBy) as [QueryKey[0], readonly Kind[]][])
    .filter(([, refreshing]) => changes.some(({ kind }) => refreshing.includes(kind)))
    .map(([key]) => [key])

/** More rows than these are read anew as a list. */
const ONE_BY_ONE = 10
type Answer = DataOf<Bill>

/**
 * Rows of bills that are on the screen take their new state and keep their place, so that nothing moves under the pointer;
 * a list is read anew when bills changed that it doesn't show.
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

/** Brings what is on the screen up to date; what is not is read when it is shown next. */
export const refresh = async (client: QueryClient, changes: readonly Changed[]): Promise<void> => {
  // What stood still shows much more once it goes on.
  if (changes.some(({ kind }) => kind === 'standing')) return client.invalidateQueries()
  await Promise.allSettled([refreshBills(client, changes), ...keysOf(changes).map((queryKey) => client.invalidateQueries({ queryKey }))])
}
