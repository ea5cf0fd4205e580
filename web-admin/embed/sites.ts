import type { RefusedSites } from '../../modules/embed/contract.ts'
import type { Network } from '../../modules/networks/contract.ts'
import { ApiError } from '../domain/api/client.ts'
import { getVersioned, putVersioned } from '../domain/api/versioned.ts'
import { useCommand } from '../domain/command.ts'
import { useAnswer } from '../domain/queries.ts'

const TRIES = 3
const refusedKey = (networkId: string) => ['network', networkId, 'refused-sites'] as const

export const useRefusedSites = (networkId: string) => useAnswer<RefusedSites>(refusedKey(networkId), `/networks/${networkId}/refused-sites`)

export type SiteChange = { add: string } | { remove: string }

/** Adds or removes one site, and retries if someone else has changed the list meanwhile. */
export const useChangeSites = (networkId: string) => {
  const change = async (wanted: SiteChange) => {
    const { signal } = new AbortController()
    for (let tries = 1; ; tries += 1) {
      const { value, etag } = await getVersioned<Network>(`/networks/${networkId}`, signal)
      const others = value.embedOrigins.filter((site) => !('remove' in wanted && site === wanted.remove))
      const embedOrigins = 'add' in wanted ? [...new Set([...others, wanted.add])] : others
      try {
        return await putVersioned<Network>(`/networks/${networkId}`, { embedOrigins }, etag)
      } catch (error) {
        if (tries === TRIES || !(error instanceof ApiError && error.status === 412)) throw error
      }
    }
  }
  return useCommand(change, {
    done: (client, saved) => {
      client.setQueryData(['network', networkId], saved)
      void client.invalidateQueries({ queryKey: refusedKey(networkId) })
    },
  })
}

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
