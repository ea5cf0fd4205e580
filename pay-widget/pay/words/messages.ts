import type { Lang } from '../view.ts'
import { en, type Messages } from './messages-en.ts'
import { es } from './messages-es.ts'

/** All languages, for code that does not run in a payor's browser. */
export const messages: Record<Lang, Messages> = { en, es }
