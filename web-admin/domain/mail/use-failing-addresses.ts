import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FailingAddress } from '../../../modules/messages/contract.ts'
import { get, post } from '../api/client.ts'

type Of = Readonly<{ memberId?: string; assessmentProgramId?: string }>

/** Payors to whose address no mails go any more: one, those of a program, or all. */
export const useFailingAddresses = (of: Of = {}, enabled = true) =>
  useQuery({
    queryKey: ['messages', 'failing-addresses', of],
    queryFn: async ({ signal }) => (await get<{ data: FailingAddress[] }>('/failing-addresses', { query: of, signal })).data,
    enabled,
  })

/** Has mails go to a payor's address again. */
export const useTakeUpMail = (memberId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => post(`/members/${memberId}/take-up-mail`, {}),
    onSuccess: () => Promise.all([['messages'], ['without-email']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
