export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export const languageLabels: Record<Language, string> = { en: 'English', es: 'Español' }

/** The query for a page in this language; English is the default. */
export const languageQuery = (language: Language): string => (language === 'en' ? '' : `?lang=${language}`)
