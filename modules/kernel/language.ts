/** The languages that payors are written to in. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export const languageLabels: Record<Language, string> = { en: 'English', es: 'Español' }

/** What asks a payor's page for a language, which is English unless its address says otherwise. */
export const languageQuery = (language: Language): string => (language === 'en' ? '' : `?lang=${language}`)
