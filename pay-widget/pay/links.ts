import type { Embedded } from '../../modules/embed/contract.ts'

/** The data from which the page's links are made. Links are full paths, so that they work without script. */
export type LinkContext = {
  id: string
  lang: string
  langChosen: boolean
  embedded: Embedded | null
  /** True if the payor pays the whole balance of a bill with a plan. */
  whole?: boolean | undefined
  /** The list whose bills are paid together: the token of a mailed list, or 'all' for the payor's own bills. */
  list?: string | null | undefined
}

/** A query string of the pairs that have a value, and of a frame's `appearance`. */
export const queryOf = (pairs: [string, string | null][], appearance = ''): string => {
  const parts = pairs.flatMap(([key, value]) => (value === null ? [] : [`${key}=${encodeURIComponent(value)}`]))
  const text = [...parts, ...(appearance ? [appearance] : [])].join('&')
  return text ? `?${text}` : ''
}

export const payPath = (id: string): string => `/pay/${encodeURIComponent(id)}`
/** The path of this page; within a frame, of the framed page. */
const herePath = ({ id, embedded }: Pick<LinkContext, 'id' | 'embedded'>): string => (embedded ? `/embed${payPath(id)}` : payPath(id))

const langOf = ({ lang, langChosen }: LinkContext): [string, string | null] => ['lang', langChosen ? lang : null]

/** The page of a payment's receipt. It opens outside of a frame, since people print and keep it. */
export const receiptPath = (at: LinkContext, paymentId: string): string =>
  `${payPath(at.id)}/receipts/${encodeURIComponent(paymentId)}${queryOf([langOf(at)])}`

const pathTo = (at: LinkContext, pairs: [string, string | null][]): string =>
  herePath(at) + queryOf([...pairs, ['pays', at.whole ? 'all' : null], ['list', at.list ?? null]], at.embedded?.appearance)

export const choosePath = (at: LinkContext): string => pathTo(at, [langOf(at)])

/** The PDF of the bill. */
export const pdfPath = (at: LinkContext): string => `${payPath(at.id)}/bill.pdf${queryOf([langOf(at)])}`

export const guestPath = (at: LinkContext, method: string | null = null): string => pathTo(at, [['as', 'guest'], ['method', method], langOf(at)])

export const langPath = (at: LinkContext, lang: string, step: 'choose' | 'guest', method: string | null): string =>
  pathTo(at, [
    ['as', step === 'guest' ? 'guest' : null],
    ['method', method],
    ['lang', lang],
  ])

/** The sign-in page. After the sign-in, this page opens in the chosen language and outside of any frame. */
export const loginPath = (at: LinkContext): string => `/login?redirectTo=${encodeURIComponent(choosePath({ ...at, embedded: null }))}`

export const logoutPath = (redirectTo: string): string => `/logout?redirectTo=${encodeURIComponent(redirectTo)}`

/** The path if it stays on this site, else null. */
export const sitePath = (path: string | undefined): string | null => (path && /^\/(?![/\\])/.test(path) ? path : null)
