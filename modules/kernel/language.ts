import { z } from 'zod'

/** The languages that payors are written to in. */
export const Language = z.enum(['en', 'es'])
export type Language = z.infer<typeof Language>
export const languageLabels: Record<Language, string> = { en: 'English', es: 'Español' }
