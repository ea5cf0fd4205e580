import { dataOf } from '../kernel/api.ts'
import { DomainError, missing } from '../kernel/errors.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { OF_COMMANDS } from '../kernel/refusals.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'
import { ReminderWish, ReminderWishChange } from './contract.ts'
import { type MailLinks, mailedLinks, TokenParams } from './links.ts'
import { reminderDecider } from './reminder-wishes.ts'

export type ReminderDependencies = Readonly<{
  store: EventStore
  limiter: Limiter
  links: MailLinks
  networkOf: (id: NetworkId) => Promise<Readonly<{ name: string; language: Language }> | null>
}>

/** Whether payors want reminders, as they say by the links of their mails. */
export const reminderRoutes = ({ store, limiter, links, networkOf }: ReminderDependencies): Route[] => {
  const wishes = commandHandler(store, reminderDecider)
  /** What a reminder link is about; a forged one is as good as none. */
  const wished = async (token: string) => {
    const named = await links.reminders.read(token)
    if (!named) throw new DomainError('missing', 'not-found', 'This link is not valid. Please use the one in your mail.')
    return { networkId: named.networkId as NetworkId, address: named.address, stream: `reminders-${named.address}` as const }
  }
  const wishOf = async (networkId: NetworkId, stopped: boolean) => {
    const network = await networkOf(networkId)
    if (!network) throw missing('Network')
    return { data: { networkName: network.name, language: network.language, stopped } }
  }

  const forPayors = [limiter(mailedLinks)]
  return [
    route({
      method: 'get',
      path: '/api/reminders/:token',
      summary: 'Do reminders come to the address that a mailed link belongs to?',
      access: everyone,
      params: TokenParams,
      answer: dataOf(ReminderWish),
      limits: forPayors,
      refusals: ['unfolded'],
      handle: async ({ params }) => {
        const { networkId, stream } = await wished(params.token)
        return wishOf(networkId, (await wishes.load(stream)).state)
      },
    }),
    route({
      method: 'put',
      path: '/api/reminders/:token',
      summary: 'Stop reminders by a mailed link, or have them come again; bills come all the same',
      access: everyone,
      params: TokenParams,
      body: ReminderWishChange,
      answer: dataOf(ReminderWish),
      limits: forPayors,
      refusals: [...OF_COMMANDS],
      handle: async ({ params, body: { stopped }, circumstances, settled }) => {
        const { networkId, address, stream } = await wished(params.token)
        const { appended } = await wishes.handle(stream, { type: 'Wish', networkId, address, stopped }, circumstances)
        await settled(appended)
        return wishOf(networkId, stopped)
      },
    }),
    route({
      method: 'post',
      path: '/reminders/:token',
      summary: 'Stop reminders by the one press of a mail program (RFC 8058), which sends a form and no sign-in',
      access: everyone,
      params: TokenParams,
      rawBody: true,
      answer: dataOf(ReminderWish),
      limits: forPayors,
      refusals: [...OF_COMMANDS],
      handle: async ({ params, circumstances, settled }) => {
        const { networkId, address, stream } = await wished(params.token)
        const command = { type: 'Wish', networkId, address, stopped: true } as const
        const { appended } = await wishes.handle(stream, command, circumstances)
        await settled(appended)
        return wishOf(networkId, true)
      },
    }),
  ]
}
