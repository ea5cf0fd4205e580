/** Completes a typed site with https. */
export const siteOf = (typed: string): string => {
  const text = typed.trim()
  return /^[a-z][a-z\d+.-]*:/i.test(text) || text === '' ? text : `https://${text}`
}

const bare = (site: string): string => new URL(site).hostname.replace(/^www\./, '')

/** Why a site was refused although it may seem to be on the list. */
export const refusalOf = (origin: string, sites: readonly string[]): string => {
  const near = sites.find((site) => bare(site) === bare(origin))
  if (near === undefined) return 'Not on the list'
  const [asked, listed] = [new URL(origin), new URL(near)]
  if (asked.hostname !== listed.hostname) return `On the list ${asked.hostname.startsWith('www.') ? 'without' : 'with'} www: ${near}`
  if (asked.protocol !== listed.protocol) return `On the list with ${listed.protocol.replace(':', '')}: ${near}`
  return `On the list with another port: ${near}`
}
