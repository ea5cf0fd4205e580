import { createContext, useContext } from 'react'
import type { Lang } from '../view.ts'
import { en, type Messages } from './messages-en.ts'

export type Words = { lang: Lang; t: Messages }

/** A sentence that stays on the page, in the language that the page is in by then. */
export type Said = (t: Messages) => string

const known: Partial<Record<Lang, Messages>> = { en }
export const know = (lang: Lang, words: Messages): void => {
  known[lang] = words
}

/** Words have to be there before anything is drawn with them; English always is, Spanish is a file of its own. */
export const loadWords = async (lang: Lang): Promise<void> => {
  if (!known[lang]) know('es', (await import('./messages-es.ts')).es)
}

/** The words of a language; English stands in for one that could not be loaded. */
export const wordsIn = (lang: Lang): Words => {
  const t = known[lang]
  return t ? { lang, t } : { lang: 'en', t: en }
}

export const WordsContext = createContext<Words>({ lang: 'en', t: en })
export const useWords = (): Words => useContext(WordsContext)
