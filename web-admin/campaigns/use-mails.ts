import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf, listOf, Message as Said } from '../../modules/kernel/api.ts'
import { Message, Preview } from '../../modules/messages/contract.ts'
import { get, post } from '../api/client.ts'

const Messages = listOf(Message)
const PreviewAnswer = dataOf(Preview)

/** The mails of a program's bills, newest first, ten a page. */
export const useMails = (assessmentProgramId: string, page: number) =>
  useQuery({
    queryKey: ['messages', assessmentProgramId, page],
    queryFn: ({ signal }) => get('/messages', Messages, { query: { assessmentProgramId, page, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  })

/** Sends a mail again that failed or came back. */
export const useRetryMail = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => post(`/messages/${id}/retry`, {}, Said),
    onSuccess: () => client.invalidateQueries({ queryKey: ['messages'] }),
  })
}

/** The bill mail as a payor of the program would get it. */
export const useMailPreview = (programId: string) =>
  useQuery({
    queryKey: ['mail-preview', programId],
    queryFn: async ({ signal }) => (await get(`/assessment-programs/${programId}/campaign/preview`, PreviewAnswer, { signal })).data,
    staleTime: 0,
  })

/** Mails an example to whoever is signed in; says to which address. */
export const useTestMail = (programId: string) =>
  useMutation({ mutationFn: async () => (await post(`/assessment-programs/${programId}/campaign/test-mail`, {}, Said)).message })
