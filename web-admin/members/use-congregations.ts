import { useQuery } from '@tanstack/react-query'
import { listOf } from '../../modules/kernel/api.ts'
import { Member } from '../../modules/members/contract.ts'
import { get } from '../api/client.ts'

const Members = listOf(Member)
const PAGE_SIZE = 100

/** All congregations of the network, by name. */
export const useCongregations = () =>
  useQuery({
    queryKey: ['members', 'congregations'],
    queryFn: async ({ signal }) => {
      const all: Member[] = []
      for (let page = 1; ; page += 1) {
        const { data, pagination } = await get('/members', Members, { query: { kind: 'congregation', page, pageSize: PAGE_SIZE }, signal })
        all.push(...data)
        if (page >= pagination.totalPages) return all
      }
    },
  })
