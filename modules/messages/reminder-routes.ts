import type { Contact } from '../kernel/contact.ts'
import type { Decider } from '../kernel/decider.ts'
import { DomainError, missing } from '../kernel/errors.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { OF_COMMANDS } from '../kernel/refusals.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'
import { dataOf } from '../shared/api.ts'
import { ReminderWish, ReminderWishChange } from './contract.ts'
import { type AddressState, addressFold, type ReminderEvent } from './events.ts'
import { type MailLinks, mailedLinks, TokenParams } from './links.ts'

export type ReminderCommand = Readonly<{ type: 'Wish'; networkId: NetworkId; address: string; stopped: boolean }>

/** Decides if an address gets reminders, for each network. */
export const reminderDecider: Decider<AddressState, ReminderCommand, ReminderEvent> = {
  ...addressFold,
  decide: ({ networkId, address, stopped }, state) =>
    stopped === state.stopped ? [] : [{ type: stopped ? 'RemindersStopped' : 'RemindersWanted', data: { networkId, address } }],
}

export type ReminderDependencies = Readonly<{
  store: EventStore
  limiter: Limiter
  links: MailLinks
  networkOf: (id: NetworkId) => Promise<Readonly<{ name: string; language: Language }> | null>
  contactOf: (id: NetworkId) => Promise<Contact>
}>

/** The page and the routes by which payors stop or resume reminders, with the links in their mails. */
export const openReminders = ({ store, limiter, links, networkOf, contactOf }: ReminderDependencies) => {
  const wishes = commandHandler(store, reminderDecider)
  /** The address and network that a reminder link names. A forged link gets the same answer as an unknown one. */
  const wished = async (token: string) => {
    const named = await links.reminders.read(token)
    if (!named) throw new DomainError('missing', 'not-found', 'This link is not valid. Please use the one in your e-mail.')
    const networkId = named.networkId as NetworkId
    const network = await networkOf(networkId)
    if (!network) throw missing('Network')
    return { network, networkId, address: named.address, stream: `reminders-${named.address}` as const }
  }
  return {
    limits: [limiter(mailedLinks)],
    /** @throws DomainError 404 for a forged link */
    look: async (token: string) => {
      const { network, networkId, stream } = await wished(token)
      return { network, contact: () => contactOf(networkId), stopped: (await wishes.load(stream)).state.stopped }
    },
    wish: async (token: string, stopped: boolean, circumstances: Circumstances) => {
      const { network, networkId, address, stream } = await wished(token)
      const { appended } = await wishes.handle(stream, { type: 'Wish', networkId, address, stopped }, circumstances)
      return { network, appended }
    },
  }
}
export type Reminders = ReturnType<typeof openReminders>

export const reminderRoutes = ({ limits, look, wish }: Reminders): Route[] => {
  const shown = ({ name, language }: Readonly<{ name: string; language: Language }>, stopped: boolean) => ({
    data: { networkName: name, language, stopped },
  })
  return [
    route({
      method: 'get',
      path: '/api/reminders/:token',
      about: null,
      summary: 'Do reminders come to the address that a mailed link belongs to?',
      access: everyone,
      params: TokenParams,
      answer: dataOf(ReminderWish),
      limits,
      refusals: ['unfolded'],
      handle: async ({ params }) => {
        const { network, stopped } = await look(params.token)
        return shown(network, stopped)
      },
    }),
    route({
      method: 'put',
      path: '/api/reminders/:token',
      about: null,
      summary: 'Stop reminders by a mailed link, or have them come again; bills come all the same',
      access: everyone,
      params: TokenParams,
      body: ReminderWishChange,
      answer: dataOf(ReminderWish),
      limits,
      refusals: [...OF_COMMANDS],
      handle: async ({ params, body: { stopped }, circumstances, settled }) => {
        const { network, appended } = await wish(params.token, stopped, circumstances)
        await settled(appended)
        return shown(network, stopped)
      },
    }),
    route({
      method: 'post',
      path: '/reminders/:token',
      about: null,
      summary: 'Stop reminders by the one press of a mail program (RFC 8058), which sends a form and no sign-in',
      access: everyone,
      params: TokenParams,
      rawBody: true,
      answer: dataOf(ReminderWish),
      limits,
      refusals: [...OF_COMMANDS],
      handle: async ({ params, circumstances, settled }) => {
        const { network, appended } = await wish(params.token, true, circumstances)
        await settled(appended)
        return shown(network, true)
      },
    }),
  ]
}
