import type { Response } from 'express'
import type pg from 'pg'
import { invalid, missing, reauthRequired, refused } from '../kernel/errors.ts'
import { NetworkId, type UserId } from '../kernel/ids.ts'
import { OF_COMMANDS, OF_RIGHTS } from '../kernel/refusals.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { mayIn, refuseWeakSession, signedIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { NetworkState } from './access.ts'
import { networkCodec } from './codec.ts'
import { Network, NetworkChange, NewNetwork, ZONE } from './contract.ts'
import { networkDecider } from './decider.ts'
import { networkStream } from './events.ts'
import { reserveSlug, slugOf, takeSlug } from './slugs.ts'

const THING = 'Network'

/** Commands of networks; the log holds invited people's addresses sealed. */
export const networkHandler = (store: EventStore, personal: PersonalData) => commandHandler(store, networkDecider, networkCodec(personal))

export type NetworksDependencies = Readonly<{
  pool: Pick<pg.Pool, 'query'>
  store: EventStore
  personal: PersonalData
  /** Makes a network the user's current one; `onlyIfNone`: only if they have none. */
  makeCurrent: (userId: UserId, networkId: NetworkId, onlyIfNone?: boolean) => Promise<void>
  /** Counts a network created by a user; refuses one beyond the limit. */
  takeNetwork: (userId: UserId, res: Response) => Promise<void>
  /** Counts a change of a network; refuses one beyond the limit. */
  takeChange: (networkId: NetworkId, res: Response) => Promise<void>
}>

const showNetwork = (id: NetworkId, state: NetworkState, role: Network['role']): Network => {
  if (!state) throw missing(THING)
  const { embedOrigins, reminderDays, ...settings } = state.settings
  return { id, ...settings, embedOrigins: [...embedOrigins], reminderDays: [...reminderDays], role }
}

export const networkRoutes = ({ pool, store, personal, makeCurrent, takeNetwork, takeChange }: NetworksDependencies): Route[] => {
  const { load, handle } = networkHandler(store, personal)

  /** Requiring a second factor needs a fresh sign-in by an Admin who has one. */
  const mayAskForSecondFactor = async (
    { fresh, strong, factored }: ReturnType<typeof signedIn>,
    networkId: NetworkId,
    wanted?: boolean | null,
  ): Promise<void> => {
    if (wanted === undefined || wanted === null || (await load(networkStream(networkId))).state?.settings.secondFactor === wanted) return
    if (wanted && !strong && !factored)
      throw refused(
        'no-second-factor',
        'To require this, first set up your own second factor under Settings, Security. If you have one, sign in with it.',
      )
    if (!fresh) throw reauthRequired('update', 'network')
    refuseWeakSession({ factored, strong })
  }

  /**
   * Postgres computes the days of many networks in one query, and one unknown zone would make it fail for all of them.
   */
  const mustKnowZone = async (name: string): Promise<void> => {
    const { rowCount } = await pool.query('select from pg_timezone_names where lower(name) = lower($1)', [name])
    if (rowCount === 0) throw invalid('timeZone', ZONE)
  }

  return [
    route({
      method: 'post',
      path: '/api/networks',
      summary: 'Create a network; its maker is its Admin',
      access: signedInTo('create', 'network'),
      body: NewNetwork,
      answer: Network,
      status: 201,
      creates: true,
      refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'not-found'],
      handle: async ({ visitor, body: { name, description }, circumstances, res, settled, etag }) => {
        const user = signedIn(visitor)
        await takeNetwork(user.id, res)
        const networkId = uuidV5(`network/${circumstances.cause}`) as NetworkId
        const slug = await reserveSlug(store, slugOf(name), networkId, circumstances)
        const { state, shown, revision } = await handle(
          networkStream(networkId),
          { type: 'CreateNetwork', networkId, name, slug, description, by: user.id },
          circumstances,
        )
        await settled(shown)
        await makeCurrent(user.id, networkId, visitor.network !== null)
        // Any user may create networks, but only the network's Admins may see the stored answer.
        visitor.rights.push({ network: networkId, kind: 'write', thing: THING, action: 'create' })
        etag(revision)
        return showNetwork(networkId, state, 'Admin')
      },
    }),
    route({
      method: 'put',
      path: '/api/networks/:id',
      about: 'network',
      summary: "Change a network's settings; what is left out stays",
      access: signedInTo('update', 'network'),
      params: IdParams,
      body: NetworkChange,
      answer: Network,
      refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'reauth-required', 'second-step-required', 'no-second-factor', 'slug-taken', 'stale'],
      handle: async ({ visitor, params, body, circumstances, ifMatch, res, settled, etag }) => {
        const networkId = mayIn(visitor, idOf(NetworkId, params.id, THING), 'write', THING, 'update')
        await takeChange(networkId, res)
        await mayAskForSecondFactor(signedIn(visitor), networkId, body.secondFactor)
        if (body.timeZone) await mustKnowZone(body.timeZone)
        if (body.slug && !(await takeSlug(store, body.slug, networkId, circumstances)))
          throw refused('slug-taken', 'Another network already uses this short name. Please choose a different one.')
        const { state, shown, revision } = await handle(
          networkStream(networkId),
          { type: 'ChangeSettings', networkId, change: body },
          { ...circumstances, expected: ifMatch },
        )
        await settled(shown)
        etag(revision)
        return showNetwork(networkId, state, 'Admin')
      },
    }),
  ]
}
