import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listOf } from '../../../modules/kernel/api.ts'
import { Member, POSSIBLE_DUPLICATE, PossibleDuplicate } from '../../../modules/members/contract.ts'
import { useAttempt } from '../../api/attempt.ts'
import { ApiError, get, post } from '../../api/client.ts'
import type { MemberBody } from '../list/member-fields.ts'

const Members = listOf(Member)

export type NewPerson = MemberBody & { kind: Member['kind']; congregationId: string | null; confirm?: true }

/** Adds a person once, however often it is tried. */
export const useAddMember = () => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (person: NewPerson) => post('/members', person, Member, { idempotencyKey: attempt.keyFor(person) }),
    onSuccess: () => {
      attempt.done()
      return client.invalidateQueries({ queryKey: ['members'] })
    },
  })
}

/** Who could be meant, where that is why somebody was not added. */
export const matchesIn = (error: unknown): readonly Member[] | null => {
  if (!(error instanceof ApiError) || error.code !== POSSIBLE_DUPLICATE) return null
  return PossibleDuplicate.safeParse(error.data).data?.matches ?? null
}

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
