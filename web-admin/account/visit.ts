import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Language } from '../../modules/kernel/language.ts'
import { get } from '../domain/api/client.ts'
import { accountWords, saidInSpanish } from './words.ts'

type Named = { data: { network?: { name: string }; networkLabel?: string } }

const parsed = (path: string | null) => new URL(path ?? '/', 'http://here')

/** The bill whose page sent the visitor here. */
export const billOf = (redirectTo: string | null): string | null => /^\/pay\/([\w-]+)$/.exec(parsed(redirectTo).pathname)?.[1] ?? null

/** The language that the address or the way back names, else the browser's own, which the page of the bill is in, too. */
export const languageOf = (search: string, redirectTo: string | null, ofBrowser: string): Language => {
  const named = new URLSearchParams(search).get('lang') ?? parsed(redirectTo).searchParams.get('lang')
  const wanted = named ?? (billOf(redirectTo) === null ? 'en' : ofBrowser)
  return wanted.startsWith('es') ? 'es' : 'en'
}

/** The words of the pages around a sign-in, and the network whose bill the visitor is about to pay; null without one. */
export const useVisit = (redirectTo: string | null) => {
  const language = languageOf(window.location.search, redirectTo, navigator.language)
  const bill = billOf(redirectTo)
  const found = useQuery({
    queryKey: ['bill-to-pay', bill],
    queryFn: ({ signal }) => get<Named>(`/assessment-bills/${bill}`, { signal }),
    enabled: bill !== null,
    retry: false,
  })
  useEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = language
    return () => {
      document.documentElement.lang = before
    }
  }, [language])
  const lang = new URLSearchParams(window.location.search).get('lang')
  return {
    t: accountWords[language],
    /** What the server's mail to the visitor has to know. */
    from: { language, ...(bill && { billId: bill }) },
    /** Another of these pages, in the same language and with the same way back. */
    linkTo: (path: string): string => {
      const query = new URLSearchParams({ ...(redirectTo !== null && { redirectTo }), ...(lang && { lang }) }).toString()
      return query ? `${path}?${query}` : path
    },
    language,
    network: found.data?.data.networkLabel ?? found.data?.data.network?.name ?? null,
    /** A sentence of a form or the server in the language of the page. */
    said: (sentence: string): string => (language === 'es' ? (saidInSpanish[sentence] ?? sentence) : sentence),
  }
}
export type Visit = ReturnType<typeof useVisit>
