import { useState } from 'react'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import { ApiError, readBill } from '../api.ts'
import { type AnyBill, isPublic, type PayState } from '../view.ts'

export type BillOnPage = {
  bill: AnyBill | null
  /** Why the bill could not be read. */
  failed: 'server' | 'connection' | null
  /** Reads the bill again; undefined when it could not be read. `quiet` keeps what the page shows then. */
  read: (quiet?: boolean) => Promise<AnyBill | null | undefined>
  /** What an answer has told of the bill already. */
  note: (told: Partial<Pick<PublicBill, 'status' | 'isClaimed' | 'claimed'>>) => void
  reload: () => void
  /** What has become of reading it again: nothing yet, under way, failed once more. */
  retry: 'none' | 'busy' | 'failed'
}

/** The bill on the page. */
export const useBill = ({ id, bill: drawn, withdrawToken, failed: undrawn }: PayState): BillOnPage => {
  // What was drawn for a form that was sent may not show its claim yet (R115).
  const wasClaimed = withdrawToken && isPublic(drawn) && drawn.status !== 'Paid'
  const [bill, setBill] = useState<AnyBill | null>(wasClaimed ? { ...drawn, status: 'PendingConfirmation', isClaimed: true } : drawn)
  const [failed, setFailed] = useState<BillOnPage['failed']>(undrawn ? 'server' : null)
  const [retry, setRetry] = useState<BillOnPage['retry']>('none')

  const read = async (quiet = false) => {
    try {
      const { data } = await readBill(id)
      setBill(data)
      setFailed(null)
      return data
    } catch (error) {
      const absent = error instanceof ApiError && error.status === 404
      if (absent) setBill(null)
      if (absent) setFailed(null)
      else if (!quiet) setFailed(error instanceof ApiError ? 'server' : 'connection')
      return absent ? null : undefined
    }
  }

  return {
    bill,
    failed,
    read,
    note: (told) => setBill((old) => old && ({ ...old, ...told } as AnyBill)),
    reload: () => {
      if (retry === 'busy') return
      setRetry('busy')
      void read().then((fresh) => setRetry(fresh === undefined ? 'failed' : 'none'))
    },
    retry,
  }
}
