import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Language } from '../../modules/kernel/language.ts'
import { get } from '../domain/api/client.ts'
import { accountWords, saidInSpanish } from './words.ts'

type Named = { data: { network?: { name: string }; networkLabel?: string } }

const parsed = (path: string | null) => new URL(path ?? '/', 'http://here')

export const billOf = (redirectTo: string | null): string | null => /^\/pay\/([\w-]+)$/.exec(parsed(redirectTo).pathname)?.[1] ?? null

/**
 * The language that the address or `redirectTo` names. If they name none: the browser's language for a visitor on the
 * way to a bill, as on the bill's page, else English.
 */
export const languageOf = (search: string, redirectTo: string | null, ofBrowser: string): Language => {
  const named = new URLSearchParams(search).get('lang') ?? parsed(redirectTo).searchParams.get('lang')
  const wanted = named ?? (billOf(redirectTo) === null ? 'en' : ofBrowser)
  return wanted.startsWith('es') ? 'es' : 'en'
}

/**
 * The texts of the sign-in pages, and the network of the bill that the visitor is about to pay; null without a bill.
 */
export const useOrigin = (redirectTo: string | null) => {
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
    /** Sent with the request, so that the server's mail is in this language and leads back to the bill. */
    from: { language, ...(bill && { billId: bill }) },
    /** Another sign-in page, with the same language and `redirectTo`. */
    linkTo: (path: string): string => {
      const query = new URLSearchParams({ ...(redirectTo !== null && { redirectTo }), ...(lang && { lang }) }).toString()
      return query ? `${path}?${query}` : path
    },
    language,
    network: found.data?.data.networkLabel ?? found.data?.data.network?.name ?? null,
    /** Translates a message of a form or of the server. */
    said: (sentence: string): string => (language === 'es' ? (saidInSpanish[sentence] ?? sentence) : sentence),
  }
}
export type Origin = ReturnType<typeof useOrigin>

export const withRedirect = (path: string, redirectTo: string | null): string =>
  redirectTo === null ? path : `${path}?${new URLSearchParams({ redirectTo })}`
