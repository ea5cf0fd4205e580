import { createContext, useContext } from 'react'
import type { Lang } from '../view.ts'
import { en, type Messages } from './messages-en.ts'

export type Words = { lang: Lang; t: Messages }

/** A message, to be shown in the page's current language. */
export type Said = (t: Messages) => string

const known: Partial<Record<Lang, Messages>> = { en }
export const know = (lang: Lang, words: Messages): void => {
  known[lang] = words
}

/** Loads the texts of a language before it is rendered. English is always there; Spanish is a separate chunk. */
export const loadWords = async (lang: Lang): Promise<void> => {
  if (!known[lang]) know('es', (await import('./messages-es.ts')).es)
}

/** The texts of a language, or the English ones if they could not be loaded. */
export const wordsIn = (lang: Lang): Words => {
  const t = known[lang]
  return t ? { lang, t } : { lang: 'en', t: en }
}

export const WordsContext = createContext<Words>({ lang: 'en', t: en })
export const useWords = (): Words => useContext(WordsContext)
