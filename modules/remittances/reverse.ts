import type { BillId, PaymentId, RemittanceId } from '../kernel/ids.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { remittanceStream } from './events.ts'
import { remittanceHandler, type Settling } from './settle.ts'

type OnBill = Readonly<{ billId: BillId; paymentId: PaymentId }>
export type Reversing = Pick<Settling, 'store' | 'personal'> &
  Readonly<{
    bills: Readonly<{ reverse: (part: OnBill & Readonly<{ reason: string }>, circumstances: Circumstances) => Promise<readonly Appended[]> }>
  }>

/** Reverses parts, which a payment of one bill does by itself. May be repeated, or interrupted at any line. */
export const reverseParts =
  ({ store, personal, bills }: Reversing) =>
  async (id: RemittanceId, parts: readonly OnBill[], reason: string, circumstances: Circumstances): Promise<readonly Appended[]> => {
    const { load, handle } = remittanceHandler({ store, personal })
    const stream = remittanceStream(id)
    const shown: Appended[] = []
    if ((await load(stream)).state && parts.length > 0) {
      const reversalId = uuidV5(`reversal/${id}/${circumstances.cause}`)
      const billIds = parts.map(({ billId }) => billId)
      // If this process dies after this, `reverseWhatWasAsked` completes the reversal.
      shown.push(...(await handle(stream, { type: 'ReverseRemittance', reversalId, billIds, reason }, circumstances)).shown)
    }
    for (const part of parts) shown.push(...(await bills.reverse({ ...part, reason }, circumstances)))
    return shown
  }
export type ReverseParts = ReturnType<typeof reverseParts>
