import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '../../../modules/kernel/api.ts'
import type { Person } from '../../../modules/networks/contract.ts'
import { get } from '../api/client.ts'

type Answer = DataOf<Person[]>

/** Who is in a network and who is invited to it. */
export const usePeople = (networkId: string) =>
  useQuery({
    queryKey: ['people', networkId],
    queryFn: async ({ signal }) => (await get<Answer>(`/networks/${networkId}/people`, { signal })).data,
  })
