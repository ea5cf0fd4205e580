export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export const languageLabels: Record<Language, string> = { en: 'English', es: 'Español' }

/** The query for a page in this language, with other parameters that have a value; English is the default. */
export const languageQuery = (language: Language, others: Readonly<Record<string, string | undefined>> = {}): string => {
  const query = new URLSearchParams(language === 'en' ? {} : { lang: language })
  for (const [name, value] of Object.entries(others)) if (value) query.set(name, value)
  return query.size > 0 ? `?${query}` : ''
}
