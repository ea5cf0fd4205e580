import { useEffect, useState } from 'react'
import { choosePath, guestPath, type LinkContext, langPath } from './links.ts'
import type { Lang, PayState } from './view.ts'
import { loadWords } from './words/words.ts'

export type Place = { step: 'choose' | 'guest'; method: string | null; lang: Lang; langChosen: boolean; whole: boolean; list: string | null }

/** Step, method, language, amount and list in the address, read in the same way as on the server. */
export const placeOf = (search: string, lang: Lang): Place => {
  const query = new URLSearchParams(search)
  const asked = query.get('lang')
  const langChosen = asked === 'en' || asked === 'es'
  return {
    step: query.get('as') === 'guest' ? 'guest' : 'choose',
    method: query.get('method'),
    lang: langChosen ? asked : lang,
    langChosen,
    whole: query.get('pays') === 'all',
    list: query.get('list'),
  }
}

/**
 * Step, method, language, amount and list are in the address, so that Back, a reload and a page without script show
 * the same.
 */
export const usePlace = (state: PayState) => {
  const [place, setPlace] = useState<Place>({
    step: state.step,
    method: state.method,
    lang: state.lang,
    langChosen: state.langChosen ?? false,
    whole: state.whole ?? false,
    list: state.list ?? null,
  })
  useEffect(() => {
    const back = () => {
      const next = placeOf(location.search, state.lang)
      const show = () => setPlace(next)
      loadWords(next.lang).then(show, show)
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [state.lang])
  const at = { ...place, id: state.id, embedded: state.embedded ?? null }
  const pathOf = (to: LinkContext, method: string | null) => (place.step === 'guest' ? guestPath(to, method) : choosePath(to))
  return {
    place,
    at,
    asGuest: () => {
      if (place.step !== 'guest') history.pushState(null, '', guestPath(at))
      setPlace({ ...place, step: 'guest' })
    },
    choose: (method: string) => {
      history.replaceState(null, '', pathOf(at, method))
      setPlace({ ...place, method })
    },
    /** The address for paying the whole balance, or only the next part of the plan. */
    hrefOf: (whole: boolean) => pathOf({ ...at, whole }, place.method),
    payWhole: (whole: boolean) => {
      history.replaceState(null, '', pathOf({ ...at, whole }, place.method))
      setPlace({ ...place, whole })
    },
    speak: (lang: Lang) => {
      const path = langPath(at, lang, place.step, place.method)
      const show = () => {
        history.replaceState(null, '', path)
        setPlace((now) => ({ ...now, lang, langChosen: true }))
      }
      // If the texts fail to load, the browser follows the link instead.
      loadWords(lang).then(show, () => location.assign(path))
    },
  }
}
