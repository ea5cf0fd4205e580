import type { Lang } from '../view.ts'
import { en, type Messages } from './messages-en.ts'
import { es } from './messages-es.ts'

/** Every language at once, for what does not run in a payor's browser. */
export const messages: Record<Lang, Messages> = { en, es }
