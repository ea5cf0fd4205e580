import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { dataOf } from '../../modules/kernel/api.ts'
import { Network } from '../../modules/networks/contract.ts'
import { get } from '../api/client.ts'

const Answer = dataOf(z.array(Network))

/** The networks in which this user can create programs. */
export const useNetworks = () =>
  useQuery({
    queryKey: ['networks'],
    queryFn: async ({ signal }) => (await get('/networks', Answer, { signal })).data,
    select: (networks) => networks.filter(({ role }) => role === 'Admin'),
  })
