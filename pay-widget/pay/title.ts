import { isPublic, type PayState } from './view.ts'
import { wordsIn } from './words/words.ts'

/** The document's title, written by the server and updated by the browser. */
export const titleOf = ({ bill, lang, failed }: Pick<PayState, 'bill' | 'lang' | 'failed'>): string => {
  const { t } = wordsIn(lang)
  if (failed) return t.failedToLoad
  if (bill === null) return t.notFound
  return isPublic(bill) ? `${bill.program.name} · ${bill.networkLabel ?? bill.network.name}` : t.banners.archived[0]
}
