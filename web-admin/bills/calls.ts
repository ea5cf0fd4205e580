import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppliedCredit, Bill, Plan, WholeBill } from '../../modules/bills/contract.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import type { DataOf, ListOf } from '../../modules/shared/api.ts'
import { ApiError, remove } from '../domain/api/client.ts'
import { getVersioned, postVersioned, putVersioned, type Versioned } from '../domain/api/versioned.ts'
import { useAttempt, useCommand } from '../domain/command.ts'
import { noteChange } from '../domain/live/changes.ts'
import { useData } from '../domain/queries.ts'

type Answer = DataOf<WholeBill>

/** A bill with its ETag, for Admins and Auditors. `always`: reads it again on each mount. */
export const useBill = (id: string, { always = false } = {}) =>
  useQuery({
    queryKey: ['bill', id],
    queryFn: async ({ signal }) => {
      const { value, etag } = await getVersioned<Answer>(`/assessment-bills/${id}`, signal)
      return { value: value.data, etag }
    },
    ...(always ? { refetchOnMount: 'always' as const } : {}),
  })

/** The payments of a bill, newest first; with `asOf`, those known at that moment. */
export const useBillPayments = (id: string, asOf: string | null = null) =>
  useData<SettledPayment[]>(['bill', id, 'payments', asOf], `/assessment-bills/${id}/payments`, {
    query: { asOf },
    placeholderData: keepPreviousData,
  })

/** The payment plan of a bill; null without one. */
export const usePlan = ({ id, nextDue }: Pick<Bill, 'id' | 'nextDue'>) =>
  useData<Plan | null>(['bill', id, 'plan'], `/assessment-bills/${id}/plan`, { enabled: nextDue !== undefined })

/** The plan's calls do not answer with the bill, so it is read again. */
const useOnPlan = <Input>(id: string, call: (input: Input, once: { idempotencyKey: string }) => Promise<unknown>) =>
  useCommand(call, { rereads: [['bill', id], ['bills']], refused: true })

export const useChoosePlan = (id: string) =>
  useOnPlan(id, ({ count, etag }: { count: number; etag: string | null }, { idempotencyKey }) =>
    postVersioned<DataOf<Plan>>(`/assessment-bills/${id}/plan`, { count }, etag, idempotencyKey),
  )

export const useCancelPlan = (id: string) => useOnPlan(id, () => remove(`/assessment-bills/${id}/plan`))

/** Credit from other bills that was applied to this bill. */
export const useAppliedCredits = (id: string) => useData<AppliedCredit[]>(['bill', id, 'credits'], `/assessment-bills/${id}/credits`)

/**
 * Updates the bill in all loaded lists and on its page. In a list it keeps its place, even if its new status no longer
 * matches the filter.
 */
const showBill = (client: QueryClient, { value: { data: bill }, etag }: Versioned<{ data: Bill }>) => {
  client.setQueriesData<ListOf<Bill>>(
    { queryKey: ['bills'] },
    (list) => list && { ...list, data: list.data.map((row) => (row.id === bill.id ? bill : row)) },
  )
  // Lists with other filters are now out of date. They are read again when they are next shown.
  void client.invalidateQueries({ queryKey: ['bills'], refetchType: 'none' })
  client.setQueryData<Versioned<Bill>>(['bill', bill.id], { value: bill, etag })
  // The bill's page reads its payments and history again at once; for everything else, a live event follows.
  void client.invalidateQueries({ queryKey: ['bill', bill.id], predicate: ({ queryKey }) => queryKey.length > 2 })
  noteChange(client, { kind: 'bill', id: bill.id })
}

/** A command on the version of a bill that is shown. If the answer's status is in `stale`, the bill is read again. */
const useOnBill = <Input>(id: string, call: (input: Input) => Promise<Versioned<Answer>>, stale: readonly number[]) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: (answer) => showBill(client, answer),
    onError: (error) =>
      error instanceof ApiError && stale.includes(error.status) ? client.invalidateQueries({ queryKey: ['bill', id] }) : undefined,
  })
}

export type BillAction = 'mark-as-paid' | 'archive'

export const useBillAction = (id: string, action: BillAction) =>
  useOnBill(
    id,
    ({ etag, body = {} }: { etag: string | null; body?: object }) => putVersioned<Answer>(`/assessment-bills/${id}/${action}`, body, etag),
    [412],
  )

export const useChangeAmount = (id: string) =>
  useOnBill(id, (body: { amount: number }) => putVersioned<Answer>(`/assessment-bills/${id}/amount`, body, null), [])

/** A command that moves a bill's money. Retries have the same idempotency key, so that the money moves once. */
export const useMoneyCommand = (id: string) => {
  const attempt = useAttempt()
  return useOnBill(
    id,
    async (asked: { path: string; body: unknown; etag: string | null }) => {
      const answer = await postVersioned<Answer>(asked.path, asked.body, asked.etag, attempt.keyFor(asked))
      attempt.done()
      return answer
    },
    [412, 409],
  )
}
