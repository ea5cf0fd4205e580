const MAX_LENGTH = 2000
/** The most times that a path may be encoded; our own paths are encoded once. */
const MAX_ENCODINGS = 5
const ORIGIN = 'https://this-site.invalid'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are refused
const forbidden = /[\u0000-\u001f\u007f\\]/

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const siteOf = (target: string): URL | null => (URL.canParse(target, ORIGIN) ? new URL(target, ORIGIN) : null)

/** API calls, and the addresses that lead to a sign-in provider, are not pages. */
const PAGE = /^\/(?!\/|api|oauth)/i

/**
 * True if the path has exactly one leading slash of any kind, and no character that a browser would drop or convert,
 * both before and after the browser resolves the dots.
 */
const rooted = (path: string): boolean => {
  const site = siteOf(path)
  return site?.origin === ORIGIN && [path, site.pathname].every((text) => PAGE.test(text.normalize('NFKC')) && !forbidden.test(text))
}

const stays = (path: string): boolean => {
  for (let text = path, depth = 0; depth < MAX_ENCODINGS; depth += 1) {
    if (!rooted(text)) return false
    const next = decoded(text)
    if (next === null) return false
    if (next === text) return true
    text = next
  }
  return false
}

/**
 * The path that a visitor may be redirected to: a page of this site in a browser's spelling, or null. It has no scheme
 * and no host, is no API call, and does not become such a target by decoding, however often. Server and screens share
 * this rule (R12).
 */
export const safePath = (target: string | null | undefined): string | null => {
  if (!target || target.length > MAX_LENGTH || forbidden.test(target)) return null
  const site = siteOf(target)
  if (!site || !stays(target.split(/[?#]/, 1)[0] ?? '') || !stays(site.pathname)) return null
  return `${site.pathname}${site.search}${site.hash}`
}
