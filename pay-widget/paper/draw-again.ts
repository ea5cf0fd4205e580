import { sheetPath } from '../pay/links.ts'
import { PAPER_ID } from './paper.css.ts'

let latest = 0

/** Fetches a bill's sheet and puts it in place of the one on the page, unless it was asked for anew meanwhile. */
export const drawAgain = async (id: string, lang: string): Promise<void> => {
  latest += 1
  const mine = latest
  const answer = await fetch(sheetPath(id, lang))
  if (!answer.ok) throw new Error(`The sheet was answered by ${answer.status}.`)
  const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (mine === latest) document.getElementById(PAPER_ID)?.replaceChildren(...body.childNodes)
}
