const ORIGIN = 'https://same-origin.invalid'

/** A path on this site, or null for anything that could lead elsewhere (decision 35). */
export const safePath = (target: string | undefined): string | null => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not get through
  if (!target || !/^\/(?![/\\])/.test(target) || /[\\\u0000-\u001f\u007f]/.test(target)) return null
  if (/^\/+(%2f|%5c|%09|%0a|%0d)/i.test(target) || !URL.canParse(target, ORIGIN)) return null
  const url = new URL(target, ORIGIN)
  return url.origin === ORIGIN && !url.pathname.startsWith('//') ? target : null
}
