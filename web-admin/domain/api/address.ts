import { momentFor } from './as-of.ts'

export type Query = Record<string, string | number | boolean | null | undefined>

const base: string = import.meta.env?.VITE_API_BASE ?? ''

const rootedPath = (path: string): string => {
  const absolute = path.startsWith('/') ? path : `/${path}`
  return absolute.startsWith('/api/') ? absolute : `/api${absolute}`
}

/** A relative path that doesn't start with /api/ gets the prefix; a full address stays. A call that knows moments is asked about the one that is shown. */
export const apiUrl = (path: string, query: Query = {}): string => {
  const rooted = rootedPath(path)
  const pairs = Object.entries({ ...query, asOf: query.asOf ?? momentFor(rooted) }).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  const search = pairs.length > 0 ? `${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}` : ''
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return `${path}${search}`
  return `${base}${rooted}${search}`
}
