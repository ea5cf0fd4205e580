import type { BillWithoutEmail, Message, Preview } from '../../../modules/messages/contract.ts'
import type { ListOf, Message as Said } from '../../../modules/shared/api.ts'
import { post } from '../../domain/api/client.ts'
import { useBillCounts } from '../../domain/bill/bills.ts'
import { useCommand } from '../../domain/command.ts'
import { useAnswer, useData, usePageOf } from '../../domain/queries.ts'

/** The mails of a program's bills, newest first, ten per page. */
export const useMails = (assessmentProgramId: string, page: number) =>
  usePageOf<Message>(['messages', assessmentProgramId, page], '/messages', { assessmentProgramId, page, pageSize: 10 })

/** Sends a failed or bounced mail again. */
export const useRetryMail = () => useCommand((id: string) => post<Said>(`/messages/${id}/retry`, {}), { rereads: [['messages']] })

/** The bill mail as a payor of the program would get it. */
export const useMailPreview = (programId: string) =>
  useData<Preview>(['mail-preview', programId], `/assessment-programs/${programId}/campaign/preview`, { staleTime: 0 })

/** Mails an example to the signed-in user; returns the address. */
export const useTestMail = (programId: string) =>
  useCommand(async () => (await post<Said>(`/assessment-programs/${programId}/campaign/test-mail`, {})).message)

const open = ['Unpaid', 'Partial', 'Overdue', 'Failed'] as const

/** Number of open bills of a program; undefined while loading. */
export const useOpenBills = (programId: string): number | undefined => {
  const counts = useBillCounts(programId)
  return counts && open.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

/** Open bills whose payors have no e-mail address or a failing one: they need printing. */
export const useWithoutEmail = (programId: string, pageSize: number) =>
  useAnswer<ListOf<BillWithoutEmail>>(['without-email', programId, pageSize], `/assessment-programs/${programId}/without-email`, {
    query: { pageSize },
  })
