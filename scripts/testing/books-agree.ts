import type { openBooks } from '../../modules/audit/books.ts'
import { type BillState, unappliedOf } from '../../modules/bills/state.ts'
import type { BillId } from '../../modules/kernel/ids.ts'
import { type EventStore, START } from '../../modules/platform/event-store/event-store.ts'
import type { foldLedger, LedgerEvent } from '../../projections/ledger/ledger.ts'
import type { Recorded } from '../../projections/projection.ts'

/** All events of bills and remittances, in the order of the log. */
export const everything = async (store: EventStore): Promise<readonly Recorded<LedgerEvent>[]> => {
  const options = { after: START, categories: ['bill', 'remittance'] as const, maxBatch: 100_000, signal: AbortSignal.timeout(60_000) }
  for await (const { events } of store.follow(options)) return events as Recorded<LedgerEvent>[]
  return []
}

/** The differences between a bill as its commands decide on it, its rows in the ledger, and an auditor's books. */
export const disagreements = (
  billId: BillId,
  state: BillState,
  ledger: ReturnType<typeof foldLedger>,
  books: ReturnType<typeof openBooks>,
): readonly string[] => {
  const wrong: string[] = []
  const rows = new Map(ledger.payments.map((row) => [row.id as string, row]))
  const row = ledger.issued.find((one) => one.id === billId)
  const book = books.bills.get(billId)
  const credit = [...(state?.payments.values() ?? [])].reduce((sum, payment) => sum + unappliedOf(payment), 0)
  const of = (one: { amount?: number; collected?: number } | null | undefined, unapplied?: number) => `${one?.amount} ${one?.collected} ${unapplied}`
  const [decided, shown, verified] = [of(state, credit), of(row, row?.unapplied), of(book, book?.unapplied)]
  if (decided !== shown || decided !== verified) wrong.push(`bill ${billId}: decided ${decided}, ledger ${shown}, pack ${verified}`)
  for (const [paymentId, payment] of state?.payments ?? [])
    if (payment.applied !== (rows.get(paymentId)?.applied ?? 0))
      wrong.push(`${paymentId}: decided ${payment.applied}, ledger ${rows.get(paymentId)?.applied}`)
  return wrong
}
