import { useEffect, useRef, useState } from 'react'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import { ApiError, readBill } from '../api.ts'
import type { AnyBill, PayState } from '../view.ts'

export type BillOnPage = {
  bill: AnyBill | null
  /** Why the bill could not be read. */
  failed: 'server' | 'connection' | null
  /** Reads the bill again; undefined when it could not be read. `quiet` keeps what the page shows then. */
  read: (quiet?: boolean) => Promise<AnyBill | null | undefined>
  /** What an answer has told of the bill already. */
  note: (told: Partial<Pick<PublicBill, 'status' | 'isClaimed'>>) => void
  reload: () => void
}

/** The bill on the page. */
export const useBill = ({ id, bill: drawn, failed: undrawn }: PayState): BillOnPage => {
  const [bill, setBill] = useState(drawn)
  const [failed, setFailed] = useState<BillOnPage['failed']>(undrawn ? 'server' : null)
  const reading = useRef(false)

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: set up once; a page that Back brings to life again may show a bill long paid.
  useEffect(() => {
    const revived = (event: PageTransitionEvent) => {
      if (event.persisted) void read()
    }
    addEventListener('pageshow', revived)
    return () => removeEventListener('pageshow', revived)
  }, [id])

  return {
    bill,
    failed,
    read,
    note: (told) => setBill((old) => old && ({ ...old, ...told } as AnyBill)),
    reload: () => {
      if (reading.current) return
      reading.current = true
      void read().finally(() => {
        reading.current = false
      })
    },
  }
}
