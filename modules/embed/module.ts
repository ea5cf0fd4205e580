import type { Request, Response } from 'express'
import { NetworkId } from '../kernel/ids.ts'
import { OF_RIGHTS } from '../kernel/refusals.ts'
import { allowFraming, allowStyles } from '../platform/http/content-security.ts'
import { addressOf } from '../platform/http/limits.ts'
import { IdParams, idOf, keysRead, route, signedInTo } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { Platform } from '../platform/platform.ts'
import { appearanceOf, appearanceQueryOf } from './appearance.ts'
import { type Appearance, type Embedded, RefusedSites } from './contract.ts'
import { framedBy, refusedSites } from './refused-sites.ts'

export type EmbedNeeds = Pick<Platform, 'pool' | 'now' | 'log' | 'originOf' | 'counted'> &
  Readonly<{
    sitesOf: (network: NetworkId) => Promise<readonly string[]>
  }>

/** One IP address can add at most three sites a day to a network's list of refused sites, which holds twenty. */
const NAMED = { name: 'refused sites', max: 3, seconds: 86_400 } as const

export type Framing = Readonly<{ appearance: Appearance; embedded: Embedded }>

/** Pay pages in frames of other sites: permitted sites and appearance. */
export const openEmbed = ({ pool, now, log, originOf, counted, sitesOf }: EmbedNeeds) => {
  const refused = refusedSites(pool)
  return {
    routes: [
      route({
        method: 'get',
        path: '/api/networks/:id/refused-sites',
        about: 'network',
        summary: "Sites that asked for a network's pay pages in a frame and are not on its list, the latest first; at most 20",
        access: keysRead(signedInTo('view', 'network')),
        params: IdParams,
        answer: RefusedSites,
        refusals: [...OF_RIGHTS],
        handle: async ({ visitor, params }) => {
          const networkId = mayIn(visitor, idOf(NetworkId, params.id, 'Network'), 'read', 'Network', 'view')
          const [sites, asked] = await Promise.all([sitesOf(networkId), refused.list(networkId)])
          return { data: asked.filter(({ origin }) => !sites.includes(origin)) }
        },
      }),
    ],
    /** Lets a network's sites frame an answer in the requested appearance; without a network, only this site (R86). */
    frame: async (req: Request, res: Response, networkId: NetworkId | null): Promise<Framing> => {
      const sites = networkId ? await sitesOf(networkId) : []
      const appearance = appearanceOf(req)
      allowFraming(res, sites)
      allowStyles(res, [`'nonce-${appearance.nonce}'`])
      const site = framedBy(req)
      if (networkId && site !== null && site !== originOf(req) && !sites.includes(site))
        void counted(NAMED, `${networkId} ${addressOf(req)}`)
          .then((beyond) => (beyond > 0 ? undefined : refused.note(networkId, site, now())))
          .catch((err: unknown) => log.warn({ err }, 'a refused site was not noted'))
      return { appearance, embedded: { sites, appearance: appearanceQueryOf(req) } }
    },
  }
}
export type Embed = ReturnType<typeof openEmbed>
