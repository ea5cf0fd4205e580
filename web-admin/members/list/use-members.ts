import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listOf } from '../../../modules/kernel/api.ts'
import { Member } from '../../../modules/members/contract.ts'
import { get } from '../../api/client.ts'

const Members = listOf(Member)

export type MemberKind = Member['kind']
export type MemberFilter = { page: number; search: string; kind: MemberKind | null }

/** Ten a page, by name. */
export const useMembers = (filter: MemberFilter) =>
  useQuery({
    queryKey: ['members', filter],
    queryFn: ({ signal }) => get('/members', Members, { query: { ...filter, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  })
