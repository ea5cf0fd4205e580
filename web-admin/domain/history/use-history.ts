import { useQuery } from '@tanstack/react-query'
import type { History } from '../../../modules/shared/history.ts'
import { useAsOf } from '../api/as-of.ts'
import { get } from '../api/client.ts'

/**
 * For each kind of record: the query key, under which live changes read the history again, and the path. A campaign's
 * history is part of its program's.
 */
const things = {
  program: ['program', 'assessments'],
  campaign: ['program', 'assessment-programs', 'campaign'],
  profile: ['payment-profiles', 'payment-profiles'],
  network: ['network', 'networks'],
  member: ['member', 'members'],
  bill: ['bill', 'assessment-bills'],
  remittance: ['remittances', 'remittances'],
  deposit: ['deposits', 'deposits'],
} as const
export type Thing = keyof typeof things

/** A record's history up to the moment shown, oldest first. */
export const useHistory = (thing: Thing, id: string, { enabled = true } = {}) => {
  const [key, path, ...below] = things[thing]
  const moment = useAsOf()
  return useQuery({
    queryKey: [key, id, ...below, 'history'],
    queryFn: async ({ signal }) => {
      const { data } = await get<History>(`/${[path, id, ...below, 'history'].join('/')}`, { signal })
      return data.filter(({ at }) => moment === null || at <= moment)
    },
    enabled,
  })
}
