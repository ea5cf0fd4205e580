import { sheetPath } from '../pay/links.ts'
import { type AnyBill, isPublic, type PayState } from '../pay/view.ts'
import { AS_SHEET, PAPER_ID } from './paper.css.ts'

/** Null while a payment is claimed, which changes nothing on the sheet: after 'Mark as sent' payors may still print how to send it. */
const stateOf = (bill: AnyBill | null, lang: string): string | null =>
  isPublic(bill) && !bill.isClaimed ? `${lang} ${bill.status} ${bill.balance}` : null

let drawn: string | null | undefined

/**
 * Keeps the sheet that is printed in step with the bill and the language of the page. `printed`: the page shows the bill, not a payor's lists. A
 * sheet that says what no longer holds is not printed: the page itself is.
 */
export const keepPaper = async (page: PayState, lang: string, bill: AnyBill | null, printed: boolean): Promise<void> => {
  const paper = document.getElementById(PAPER_ID)
  const show = (shown: boolean) => document.body.toggleAttribute(AS_SHEET, shown)
  if (!paper) return
  if (drawn === undefined) drawn = stateOf(page.bill, page.lang)
  const wanted = stateOf(bill, lang)
  if (wanted !== null && wanted !== drawn) {
    drawn = wanted
    show(false)
    const answer = await fetch(sheetPath(page.id, lang)).catch(() => null)
    if (drawn !== wanted) return
    if (!answer?.ok) return paper.remove()
    const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html')
    paper.replaceChildren(...body.childNodes)
  }
  show(printed)
}
