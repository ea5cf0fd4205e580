import { type RefObject, useEffect, useState } from 'react'
import { ApiError, confirmPayment } from '../api.ts'
import { keepTaken, keptTaken } from '../memory.ts'
import { LONGEST_PAUSE_MS, pause } from '../pause.ts'
import type { Said } from '../words/words.ts'
import type { BillOnPage } from './use-bill.ts'
import type { Receipt } from './use-payment.ts'

export type Taken = {
  intentId: string
  /** The status that Stripe.js reports; null if the payor has just returned to the page. */
  status: 'succeeded' | 'processing' | null
  /**
   * `asked`: the server is being notified. `late`: notifying the server has failed, and is retried. `shown`: the bill
   * shows the payment.
   */
  stage: 'asked' | 'late' | 'shown'
}

const RETURN_PARAMS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'] as const

/** When a payor returns from a bank's page, the address names the intent. Reads it, and removes it from the address. */
const comeBack = (): { intentId: string; failed: boolean } | null => {
  const url = new URL(location.href)
  const [intentId, , status] = RETURN_PARAMS.map((name) => url.searchParams.get(name))
  if (!intentId) return null
  for (const name of RETURN_PARAMS) url.searchParams.delete(name)
  history.replaceState(null, '', url)
  // Mail programs may change addresses; such an id is ignored.
  if (!/^pi_\w{1,190}$/.test(intentId)) return null
  return { intentId, failed: status === 'failed' }
}

/**
 * The payment that Stripe took on this page, or while the payor was at a bank's page. `wanted`: the key of the form to
 * show next.
 */
export const useTaken = (
  id: string,
  { read, note }: BillOnPage,
  receipt: RefObject<Receipt | null>,
  wanted: RefObject<string | null>,
  report: (more: { problem: Said | null }) => void,
) => {
  const [taken, setTaken] = useState<Taken | null>(null)

  /** Notifies the server of a payment until the bill shows it. */
  const settle = async (intentId: string, status: Taken['status']): Promise<void> => {
    keepTaken(id, intentId)
    setTaken({ intentId, status, stage: status ? 'asked' : 'late' })
    for (let wait = 1000; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      try {
        const { status: shown, isBehind } = await confirmPayment(id, intentId, receipt.current?.to)
        if (isBehind) {
          setTaken({ intentId, status, stage: 'late' })
          await pause(wait)
          continue
        }
        keepTaken(id, null)
        note({ status: shown, isClaimed: false })
        await read(true)
        return setTaken({ intentId, status: status ?? (shown === 'PendingConfirmation' ? 'processing' : 'succeeded'), stage: 'shown' })
      } catch (error) {
        const code = error instanceof ApiError ? error.code : ''
        // Stripe has told the server that it took no money, or the address names a payment of another bill.
        if (code === 'payment-incomplete' || (code === 'intent-mismatch' && !status)) {
          keepTaken(id, null)
          setTaken(null)
          wanted.current = null
          await read(true)
          return report({ problem: code === 'payment-incomplete' ? (t) => t.paymentFailed : null })
        }
        setTaken({ intentId, status, stage: 'late' })
        const fresh = await read(true)
        if (fresh && (fresh.status === 'Paid' || fresh.status === 'PendingConfirmation')) {
          keepTaken(id, null)
          return setTaken({ intentId, status: fresh.status === 'Paid' ? 'succeeded' : 'processing', stage: 'shown' })
        }
        await pause(wait)
      }
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const back = comeBack()
    const intentId = back?.intentId ?? keptTaken(id)
    if (back?.failed) report({ problem: (t) => t.paymentFailed })
    else if (intentId) void settle(intentId, null)
  }, [])

  return [taken, settle] as const
}
