import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Member, PossibleDuplicate } from '../../../modules/payors/contract.ts'
import { POSSIBLE_DUPLICATE } from '../../../modules/payors/values.ts'
import { useAttempt } from '../../domain/api/attempt.ts'
import { ApiError, post } from '../../domain/api/client.ts'
import type { MemberBody } from '../../domain/payor/member-values.ts'

export type NewPerson = Omit<MemberBody, 'congregationId'> & { kind: Member['kind']; congregationId: string | null; confirm?: true }

/** Adds a person once, however often it is tried. */
export const useAddMember = () => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (person: NewPerson) => post<Member>('/members', person, { idempotencyKey: attempt.keyFor(person) }),
    onSuccess: () => {
      attempt.done()
      return client.invalidateQueries({ queryKey: ['members'] })
    },
  })
}

/** Who could be meant, where that is why somebody was not added. */
export const matchesIn = (error: unknown): readonly Member[] | null => {
  if (!(error instanceof ApiError) || error.code !== POSSIBLE_DUPLICATE) return null
  return (error.data as PossibleDuplicate).matches
}
