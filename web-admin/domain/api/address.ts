import { momentFor } from './as-of.ts'

export type Query = Record<string, string | number | boolean | null | undefined>

const base: string = import.meta.env?.VITE_API_BASE ?? ''

const rootedPath = (path: string): string => {
  const absolute = path.startsWith('/') ? path : `/${path}`
  return absolute.startsWith('/api/') ? absolute : `/api${absolute}`
}

/** The full URL of a call: `path` gets the prefix /api/ and, if the call answers as of any moment, the moment in the address. */
export const apiUrl = (path: string, query: Query = {}): string => {
  const rooted = rootedPath(path)
  const pairs = Object.entries({ ...query, asOf: query.asOf ?? momentFor(rooted) }).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  const search = pairs.length > 0 ? `${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}` : ''
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return `${path}${search}`
  return `${base}${rooted}${search}`
}
