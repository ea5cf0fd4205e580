export type Query = Record<string, string | number | boolean | null | undefined>

const base: string = import.meta.env?.VITE_API_BASE ?? ''

/** A relative path that doesn't start with /api/ gets the prefix; a full address stays. */
export const apiUrl = (path: string, query: Query = {}): string => {
  const pairs = Object.entries(query).flatMap(([key, value]) => (value === null || value === undefined || value === '' ? [] : [[key, String(value)]]))
  const search = pairs.length > 0 ? `${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}` : ''
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return `${path}${search}`
  const rooted = path.startsWith('/') ? path : `/${path}`
  return `${base}${rooted.startsWith('/api/') ? rooted : `/api${rooted}`}${search}`
}
