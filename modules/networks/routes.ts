import type { NetworkId, UserId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import { type Route, route, signedInTo } from '../platform/route.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { signedIn } from '../platform/visitor.ts'
import { DEFAULT_REMINDER_DAYS, DEFAULT_TIME_ZONE, Network, NewNetwork } from './contract.ts'
import { networkDecider } from './decider.ts'
import { reserveSlug } from './slugs.ts'

export type NetworksDependencies = Readonly<{
  store: EventStore
  /** Makes a network the current one of a user; `onlyIfNone`: keeps the one that they have. */
  makeCurrent: (userId: UserId, networkId: NetworkId, onlyIfNone: boolean) => Promise<void>
}>

export const networkRoutes = ({ store, makeCurrent }: NetworksDependencies): Route[] => {
  const { handle } = commandHandler(store, networkDecider)
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
      handle: async ({ visitor, body: { name, description }, circumstances, settled, etag }) => {
        const user = signedIn(visitor)
        const networkId = uuidV5(`network/${circumstances.cause}`) as NetworkId
        const slug = await reserveSlug(store, name, networkId, circumstances)
        const { appended, revision } = await handle(
          `network-${networkId}`,
          { type: 'CreateNetwork', networkId, name, slug, description, by: user.id },
          { ...circumstances, expected: undefined },
        )
        await settled(appended)
        await makeCurrent(user.id, networkId, visitor.network !== null)
        etag(revision)
        return {
          id: networkId,
          name,
          slug,
          description,
          timeZone: DEFAULT_TIME_ZONE,
          embedOrigins: [],
          reminderDays: [...DEFAULT_REMINDER_DAYS],
          role: 'Admin' as const,
        }
      },
    }),
  ]
}
