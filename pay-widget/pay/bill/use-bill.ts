import { useState } from 'react'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import { ApiError, readBill } from '../api.ts'
import { type AnyBill, isPublic, type PayState } from '../view.ts'
import { loadRare } from './rare.ts'

export type BillOnPage = {
  bill: AnyBill | null
  /** Why the bill could not be read. */
  failed: 'server' | 'connection' | null
  /** Reads the bill again; undefined if that failed. `quiet`: a failure does not change the page. */
  read: (quiet?: boolean) => Promise<AnyBill | null | undefined>
  /** Adds what another call's answer says about the bill. */
  note: (more: Partial<Pick<PublicBill, 'status' | 'isClaimed' | 'claimed'>>) => void
  reload: () => void
  /** The result of the last retry. */
  retry: 'none' | 'busy' | 'failed'
}

export const useBill = ({ id, bill: drawn, withdrawToken, failed: undrawn }: PayState): BillOnPage => {
  // After a claim was posted as a form, the server may have rendered the page from a bill that did not show the claim
  // yet (R115).
  const wasClaimed = withdrawToken && isPublic(drawn) && drawn.status !== 'Paid'
  const [bill, setBill] = useState<AnyBill | null>(wasClaimed ? { ...drawn, status: 'PendingConfirmation', isClaimed: true } : drawn)
  const [failed, setFailed] = useState<BillOnPage['failed']>(undrawn ? 'server' : null)
  const [retry, setRetry] = useState<BillOnPage['retry']>('none')

  const read = async (quiet = false) => {
    try {
      const { data } = await readBill(id)
      await loadRare(data).catch(() => {})
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
    note: (more) => setBill((old) => old && ({ ...old, ...more } as AnyBill)),
    reload: () => {
      if (retry === 'busy') return
      setRetry('busy')
      void read().then((fresh) => setRetry(fresh === undefined ? 'failed' : 'none'))
    },
    retry,
  }
}
