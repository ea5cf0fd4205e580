import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { Network } from '../../modules/networks/contract.ts'
import { get } from '../domain/api/client.ts'

type Answer = DataOf<Network[]>

/** The networks in which this user can create programs. */
export const useNetworks = () =>
  useQuery({
    queryKey: ['networks'],
    queryFn: async ({ signal }) => (await get<Answer>('/networks', { signal })).data,
    select: (networks) => networks.filter(({ role }) => role === 'Admin'),
  })
