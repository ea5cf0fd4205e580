import type { Payout, PayoutWithParts, Reconciliation, StripeEvent } from '../../modules/payments/contract.ts'
import type { DataOf, Message } from '../../modules/shared/api.ts'
import { post } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'
import { useData, usePageOf } from '../domain/queries.ts'

/** Payouts from Stripe, latest first. */
export const usePayouts = (page: number) => usePageOf<Payout>(['payouts', page], '/payouts', { page })

export const usePayout = (id: string) => useData<PayoutWithParts>(['payout', id], `/payouts/${encodeURIComponent(id)}`)

/** The last comparison of each connected profile. */
export const useReconciliations = () => useData<Reconciliation[]>(['reconciliations'], '/reconciliations')

/** Compares with Stripe now, and records missed payments and payouts. */
export const useCompare = () =>
  useCommand(async () => (await post<DataOf<Reconciliation[]>>('/reconciliations', {})).data, {
    done: (client, compared) => {
      client.setQueryData(['reconciliations'], compared)
      for (const name of ['payouts', 'payout'] as const) void client.invalidateQueries({ queryKey: [name] })
    },
  })

/** Milliseconds between reads: events have no live updates, and are processed soon after they arrive. */
const POLL_EVERY = 5_000

export const useStripeEvents = (page: number, failed: boolean) =>
  usePageOf<StripeEvent>(
    ['stripe-events', { page, failed }],
    '/stripe/events',
    { page, ...(failed ? { failed } : {}) },
    { refetchInterval: POLL_EVERY },
  )

export const useReplay = () =>
  useCommand((id: string) => post<Message>(`/stripe/events/${encodeURIComponent(id)}/replay`, {}), { rereads: [['stripe-events']] })
