import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataOf, ListOf, Message as Said } from '../../../modules/kernel/api.ts'
import type { Message, Preview } from '../../../modules/messages/contract.ts'
import { get, post } from '../../domain/api/client.ts'

type Messages = ListOf<Message>
type PreviewAnswer = DataOf<Preview>

/** The mails of a program's bills, newest first, ten a page. */
export const useMails = (assessmentProgramId: string, page: number) =>
  useQuery({
    queryKey: ['messages', assessmentProgramId, page],
    queryFn: ({ signal }) => get<Messages>('/messages', { query: { assessmentProgramId, page, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  })

/** Sends a mail again that failed or came back. */
export const useRetryMail = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => post<Said>(`/messages/${id}/retry`, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: ['messages'] }),
  })
}

/** The bill mail as a payor of the program would get it. */
export const useMailPreview = (programId: string) =>
  useQuery({
    queryKey: ['mail-preview', programId],
    queryFn: async ({ signal }) => (await get<PreviewAnswer>(`/assessment-programs/${programId}/campaign/preview`, { signal })).data,
    staleTime: 0,
  })

/** Mails an example to whoever is signed in; says to which address. */
export const useTestMail = (programId: string) =>
  useMutation({ mutationFn: async () => (await post<Said>(`/assessment-programs/${programId}/campaign/test-mail`, {})).message })
