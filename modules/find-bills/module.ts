import { setTimeout as pause } from 'node:timers/promises'
import type { Contact } from '../kernel/contact.ts'
import type { BillCode, BillId, NetworkId } from '../kernel/ids.ts'
import { languageQuery } from '../kernel/language.ts'
import { mailLimits, sweep } from '../platform/http/limits.ts'
import { everyone, route } from '../platform/http/route.ts'
import type { Tasks } from '../platform/jobs.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { Platform } from '../platform/platform.ts'
import { type ListOf, Message } from '../shared/api.ts'
import { type BillOnPaper, FindRequest, type KnownNetwork, type NamedNetwork, type OwedBill } from './contract.ts'
import { foundBillsLetter } from './letters.ts'
import { findLinks, LIFETIME_MS, SWEEP_FIND_LINKS } from './links.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    /** The sealed request: it holds an e-mail address, and a dead job stays in its table. */
    'mail-found-bills': Readonly<{ request: string }>
  }
}

/** `total`: the number of all open bills. `bills`: the first of them. `list`: the token with which they are paid. */
export type OwedBills = Readonly<{ bills: OwedBill[]; total: number; list: string }>

export type FindBillsNeeds = Platform &
  Readonly<{
    networkNamed: (name: string) => Promise<NamedNetwork | null>
    contactOf: (networkId: NetworkId) => Promise<Contact>
    /** The bill with this code, if its payor has this name. */
    billOf: (networkId: NetworkId, code: BillCode, name: string) => Promise<BillId | null>
    /** An address's open bills in a network, earliest due first. */
    owedIn: (networkId: NetworkId, email: string) => Promise<ListOf<OwedBill>>
    /** The token with which the holder of a list pays its bills together (R140). */
    listOf: (ids: readonly BillId[]) => string
    mailNamesOf: (id: NetworkId) => Promise<Readonly<{ name: string; sender: string }> | null>
  }>

/**
 * Requests per hour and network that are answered at once. Further ones, possibly from attackers, are delayed but not
 * refused (R122).
 */
const AT_ONCE = { name: 'bills of a network', max: 300, seconds: 3600 } as const
/** Delay of a mail per further request, at most ten minutes; the page for a printed bill is delayed by two seconds. */
const LATER_MS = 1_000
const LATEST_MS = 600_000
const PAGE_LATER_MS = 2_000

/** Lets payors who have lost their links find their bills. */
export const openFindBills = ({
  pool,
  keys,
  personal,
  now,
  signal,
  send,
  addJob,
  baseUrl,
  limiter,
  counted,
  networkNamed,
  contactOf,
  owedIn,
  billOf,
  mailNamesOf,
  listOf,
}: FindBillsNeeds) => {
  const links = findLinks(pool, personal)
  sweep(pool, [SWEEP_FIND_LINKS], signal)
  const limits = mailLimits(limiter, 'find-bills')
  /** Number of requests beyond the limit; slug and id count as the same network. */
  const beyond = async (what: 'links' | 'printed', network: NetworkId): Promise<number> =>
    counted({ ...AT_ONCE, name: `${what} ${AT_ONCE.name}` }, network)
  /** Always queues a job: the time that a look-up takes would reveal which addresses are known. */
  const ask = async (request: FindRequest): Promise<void> => {
    const network = await networkNamed(request.network)
    const late = network ? Math.min(LATEST_MS, LATER_MS * (await beyond('links', network.id))) : 0
    const runAt = late > 0 ? { runAt: new Date(Date.now() + late).toISOString() } : {}
    await addJob({ task: 'mail-found-bills', payload: { request: keys.sealAnswer(request) }, ...runAt })
  }

  const tasks: Pick<Tasks, 'mail-found-bills'> = {
    'mail-found-bills': async ({ request }) => {
      const asked = FindRequest.parse(await keys.openAnswer(request))
      const network = await networkNamed(asked.network)
      const [owed] = network ? (await owedIn(network.id, asked.email)).data : []
      if (!network || !owed) return
      const names = await mailNamesOf(network.id)
      const token = await links.issue(network.id, owed, now())
      if (!names || !token) return
      const letter = foundBillsLetter(
        network.language,
        names.name,
        owed.payorEmail,
        `${baseUrl()}/find/${network.id}/${token}${languageQuery(network.language)}`,
      )
      const { email } = await contactOf(network.id)
      await send({ to: owed.payorEmail, fromName: names.sender, replyTo: email, ...renderLetter(letter) })
    },
  }

  return {
    routes: [
      route({
        method: 'post',
        path: '/api/find-my-bill',
        summary: "Mail a link to an address's open bills in a network; the answer is the same for an unknown address or network",
        access: everyone,
        limits,
        body: FindRequest,
        opaque: ['network'],
        status: 202,
        answer: Message,
        handle: async ({ body }) => {
          await ask(body)
          return { message: "If we find bills, we've e-mailed a link" }
        },
      }),
    ],
    tasks,
    find: {
      networkNamed: async (name: string): Promise<KnownNetwork | null> => {
        const network = await networkNamed(FindRequest.shape.network.parse(name))
        return network && { ...network, contact: await contactOf(network.id) }
      },
      ask,
      askLimits: limits,
      /** The id of the printed bill; null if code and name do not match, without telling which of them is wrong. */
      printed: async (networkId: NetworkId, { code, name }: BillOnPaper) => {
        if ((await beyond('printed', networkId)) > 0) await pause(PAGE_LATER_MS)
        return billOf(networkId, code, name)
      },
      /** With so few tries no one guesses a code among 31^8, let alone with its name. */
      printedLimits: [limiter({ name: 'printed bills', max: 10, seconds: 600 })],
      linkLimits: [limiter({ name: 'find-links', max: 60, seconds: 60 })],
      /** The list of a used link, for the browser that used it; 'link' for an unused one; null for an invalid one. */
      look: async (networkId: NetworkId, token: string, browser: string | undefined): Promise<OwedBills | 'link' | null> => {
        const link = await links.find(networkId, token, browser, now())
        if (!link) return null
        if (!link.used) return 'link'
        const { data, pagination } = await owedIn(networkId, link.address)
        return { bills: data, total: pagination.totalItems, list: listOf(data.map(({ id }) => id)) }
      },
      use: async (networkId: NetworkId, token: string) => links.use(networkId, token, now()),
      /** The cookie of the browser that used a link, limited to the link's path. */
      cookie: (path: string) => ({ httpOnly: true, sameSite: 'lax', secure: baseUrl().startsWith('https:'), path, maxAge: LIFETIME_MS }) as const,
    },
  }
}
export type FindBills = ReturnType<typeof openFindBills>['find']
