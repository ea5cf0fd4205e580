import { useQuery } from '@tanstack/react-query'
import type { BilledOne, RemovedPayor, RemovePayor } from '../../modules/bills/contract.ts'
import type { Member, MembersQuery, PossibleDuplicate } from '../../modules/payors/contract.ts'
import { POSSIBLE_DUPLICATE } from '../../modules/payors/values.ts'
import type { Program } from '../../modules/programs/contract.ts'
import type { ListOf } from '../../modules/shared/api.ts'
import { PAGE_SIZE } from '../../modules/shared/page-size.ts'
import { ApiError, get, post } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'
import type { MemberBody } from '../domain/payor/member-values.ts'
import { reloadProgram } from '../domain/program/calls.ts'
import { useData, usePageOf } from '../domain/queries.ts'
import type { OrderWords } from '../ui/list-params.ts'
import type { Sort } from '../ui/table.tsx'

export type MemberKind = Member['kind']

export type MemberSort = Sort<MembersQuery['orderBy']>
export const byName: MemberSort = { orderBy: 'name', order: 'asc' }
export const payorOrders: OrderWords<MemberSort['orderBy']> = {
  name: ['Last name A to Z', 'Last name Z to A'],
  balance: ['Least open first', 'Most open first'],
}

export type MemberFilter = { page: number; search: string; kind: MemberKind | null; assessmentProgramId: string | null } & MemberSort

/** Ten per page. */
export const useMembers = (filter: MemberFilter) => usePageOf<Member>(['members', filter], '/members', { ...filter, pageSize: PAGE_SIZE })

/** All congregations of the network, by name. */
export const useCongregations = () =>
  useQuery({
    queryKey: ['members', 'congregations'],
    queryFn: async ({ signal }) => {
      const all: Member[] = []
      for (let page = 1; ; page += 1) {
        const { data, pagination } = await get<ListOf<Member>>('/members', { query: { kind: 'congregation', page, pageSize: 100 }, signal })
        all.push(...data)
        if (page >= pagination.totalPages) return all
      }
    },
  })

export type NewPerson = Omit<MemberBody, 'congregationId'> & { kind: Member['kind']; congregationId: string | null; confirm?: true }

export const useAddMember = () => useCommand((person: NewPerson, once) => post<Member>('/members', person, once), { rereads: [['members']] })

/** The possible duplicates for which the server refused to add a payor; null for other errors. */
export const matchesIn = (error: unknown): readonly Member[] | null => {
  if (!(error instanceof ApiError) || error.code !== POSSIBLE_DUPLICATE) return null
  return (error.data as PossibleDuplicate).matches
}

/** Programs that accept bills now, newest first. */
export const useOpenPrograms = (wanted: boolean) =>
  useData<Program[]>(['programs', 'open'], '/assessments', { query: { status: 'Active', pageSize: 100 }, enabled: wanted })

export const useBillOne = () =>
  useCommand(
    ({ programId, ...body }: { programId: string; memberId: string; amount: number | null }, once) =>
      post<BilledOne>(`/assessment-programs/${programId}/bills`, body, once),
    { done: (client, _billed, { programId }) => reloadProgram(client, programId) },
  )

/** Removes a payor from a program. */
export const useRemovePayor = (memberId: string) =>
  useCommand(
    ({ programId, ...body }: Omit<RemovePayor, 'memberId'> & { programId: string }) =>
      post<{ data: RemovedPayor }>(`/assessment-programs/${programId}/removals`, { memberId, ...body }),
    { done: (client, _removed, { programId }) => reloadProgram(client, programId) },
  )
