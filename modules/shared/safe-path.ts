const MAX_LENGTH = 2000
/** How often a path may have been encoded: nobody of ours does it more than once. */
const MAX_ENCODINGS = 5
const ORIGIN = 'https://this-site.invalid'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\u0000-\u001f\u007f\\]/

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const siteOf = (target: string): URL | null => (URL.canParse(target, ORIGIN) ? new URL(target, ORIGIN) : null)

/** Answers of calls and the way to a provider are no pages: nobody is sent there. */
const PAGE = /^\/(?!\/|api|oauth)/i

/** One slash first, whatever kinds of slash there are, and nothing that a browser would drop or turn round; before and after it has read the dots. */
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
 * Where a visitor may be sent on to: the path of a page of this site, as a browser would write it, or null. No scheme, no host, no
 * call, and nothing that becomes one when it is decoded, however often. Server and screens follow this one rule (R12).
 */
export const safePath = (target: string | null | undefined): string | null => {
  if (!target || target.length > MAX_LENGTH || forbidden.test(target)) return null
  const site = siteOf(target)
  if (!site || !stays(target.split(/[?#]/, 1)[0] ?? '') || !stays(site.pathname)) return null
  return `${site.pathname}${site.search}${site.hash}`
}
