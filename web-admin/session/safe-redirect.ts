// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\u0000-\u001f\u007f\\]/

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const rooted = (path: string): boolean => /^\/(?!\/)/.test(path) && !forbidden.test(path)

/** A path of this site (decision 35), or null: no scheme, no host, and nothing that becomes one when it is decoded, however often. */
export const safeRedirect = (value: string | null | undefined, origin = 'https://vestry.invalid'): string | null => {
  if (!value || value.length > 2000 || forbidden.test(value)) return null
  let path = value.split(/[?#]/, 1)[0] ?? ''
  for (let depth = 0; depth < 5; depth++) {
    if (!rooted(path)) return null
    const next = decoded(path)
    if (next === null) return null
    if (next === path) {
      const target = new URL(value, origin)
      return target.origin === origin && rooted(target.pathname) ? `${target.pathname}${target.search}${target.hash}` : null
    }
    path = next
  }
  return null
}

/** Where a sign-in leads: the way back, but never to the sign-in itself. */
export const afterLogin = (redirectTo: string | null | undefined): string => {
  const path = safeRedirect(redirectTo)
  return path === null || path === '/login' ? '/dashboard' : path
}
