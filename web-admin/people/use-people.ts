import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { dataOf } from '../../modules/kernel/api.ts'
import { Person } from '../../modules/networks/contract.ts'
import { get } from '../api/client.ts'

const Answer = dataOf(z.array(Person))

/** Who is in a network and who is invited to it. */
export const usePeople = (networkId: string) =>
  useQuery({
    queryKey: ['people', networkId],
    queryFn: async ({ signal }) => (await get(`/networks/${networkId}/people`, Answer, { signal })).data,
  })
