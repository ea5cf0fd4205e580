import { useEffect, useRef } from 'react'
import { sheetPath } from '../pay/links.ts'
import type { AnyBill } from '../pay/view.ts'
import { isPublic } from '../pay/view.ts'
import { AS_SHEET, PAPER_ID } from './paper.css.ts'

const stateOf = (bill: AnyBill | null, lang: string): string =>
  JSON.stringify([lang, isPublic(bill) ? [bill.status, bill.balance, bill.payments.length] : null])

/**
 * Keeps the sheet that is printed in step with the bill and the language of the page. `printed`: the page shows the bill, not a payor's lists.
 * A claim changes nothing on it: whoever marks a payment as sent may print then how to send it.
 */
export const usePaper = (id: string, lang: string, bill: AnyBill | null, printed: boolean): void => {
  const isClaimed = isPublic(bill) && bill.status === 'PendingConfirmation' && bill.isClaimed
  const state = stateOf(bill, lang)
  const drawn = useRef(state)
  useEffect(() => {
    document.body.toggleAttribute(AS_SHEET, printed && document.getElementById(PAPER_ID) !== null)
  }, [printed])
  useEffect(() => {
    const paper = document.getElementById(PAPER_ID)
    if (!paper || isClaimed || state === drawn.current) return
    const abort = new AbortController()
    fetch(sheetPath(id, lang), { signal: abort.signal })
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)))
      .then((html) => {
        paper.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
        drawn.current = state
      })
      // A sheet that says what no longer holds is not printed: the page itself is.
      .catch(() => {
        if (abort.signal.aborted) return
        paper.remove()
        document.body.removeAttribute(AS_SHEET)
      })
    return () => abort.abort()
  }, [id, lang, state, isClaimed])
}
