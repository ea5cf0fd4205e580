import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListOf } from '../../../modules/kernel/api.ts'
import { PAGE_SIZE } from '../../../modules/kernel/page-size.ts'
import type { Member, MembersQuery } from '../../../modules/payors/contract.ts'
import { get } from '../../domain/api/client.ts'
import type { OrderWords } from '../../ui/order-words.ts'
import type { Sort } from '../../ui/table.tsx'

type Members = ListOf<Member>

export type MemberKind = Member['kind']
export type MemberSort = Sort<MembersQuery['orderBy']>
export const byName: MemberSort = { orderBy: 'name', order: 'asc' }
export const payorOrders: OrderWords<MemberSort['orderBy']> = {
  name: ['Last name A to Z', 'Last name Z to A'],
  balance: ['Least open first', 'Most open first'],
}
export type MemberFilter = { page: number; search: string; kind: MemberKind | null; assessmentProgramId: string | null } & MemberSort

/** Ten a page. */
export const useMembers = (filter: MemberFilter) =>
  useQuery({
    queryKey: ['members', filter],
    queryFn: ({ signal }) => get<Members>('/members', { query: { ...filter, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
