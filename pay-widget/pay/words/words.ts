import { createContext, useContext } from 'react'
import type { Lang } from '../view.ts'
import { type Messages, messages } from './messages.ts'

export type Words = { lang: Lang; t: Messages }

export const WordsContext = createContext<Words>({ lang: 'en', t: messages.en })
export const useWords = (): Words => useContext(WordsContext)
