import { useEffect, useRef } from 'react'
import { type AnyBill, isPublic } from '../pay/view.ts'
import { AS_SHEET, PAPER_ID } from './paper.css.ts'

/**
 * Keeps the sheet that is printed in step with the bill and the language of the page. `printed`: the page shows the bill, not a payor's lists.
 * A claim changes nothing on it: after 'Mark as sent' payors may still print how to send the payment.
 */
export const usePaper = (id: string, lang: string, bill: AnyBill | null, printed: boolean): void => {
  const state = isPublic(bill) && !bill.isClaimed ? `${lang} ${bill.status} ${bill.balance}` : null
  const drawn = useRef(state)
  useEffect(() => {
    document.body.toggleAttribute(AS_SHEET, printed && !!document.getElementById(PAPER_ID))
  }, [printed])
  useEffect(() => {
    if (!state || state === drawn.current) return
    drawn.current = state
    import('./draw-again.ts')
      .then(({ drawAgain }) => drawAgain(id, lang))
      // A sheet that says what no longer holds is not printed: the page itself is.
      .catch(() => document.body.removeAttribute(AS_SHEET))
  }, [id, lang, state])
}
