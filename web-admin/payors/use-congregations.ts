import { useQuery } from '@tanstack/react-query'
import type { ListOf } from '../../modules/kernel/api.ts'
import type { Member } from '../../modules/payors/contract.ts'
import { get } from '../domain/api/client.ts'

type Members = ListOf<Member>
const PAGE_SIZE = 100

/** All congregations of the network, by name. */
export const useCongregations = () =>
  useQuery({
    queryKey: ['members', 'congregations'],
    queryFn: async ({ signal }) => {
      const all: Member[] = []
      for (let page = 1; ; page += 1) {
        const { data, pagination } = await get<Members>('/members', { query: { kind: 'congregation', page, pageSize: PAGE_SIZE }, signal })
        all.push(...data)
        if (page >= pagination.totalPages) return all
      }
    },
  })
