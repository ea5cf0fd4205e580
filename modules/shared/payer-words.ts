import type { Language } from '../kernel/language.ts'

/** Who paid, for a payor whose bill somebody else has paid (R142). */
export const paidByWords: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `Paid by ${name}`,
  es: (name) => `Pagado por ${name}`,
}
