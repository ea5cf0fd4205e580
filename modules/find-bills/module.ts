import { setTimeout as pause } from 'node:timers/promises'
import type { Contact } from '../kernel/contact.ts'
import type { BillCode, BillId, NetworkId } from '../kernel/ids.ts'
import { languageQuery } from '../kernel/language.ts'
import { sweep } from '../platform/http/limits.ts'
import { mailLimits } from '../platform/http/mail-limits.ts'
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
    /** The request, sealed: it holds an e-mail address, and a job that fails for good stays in its table. */
    'mail-found-bills': Readonly<{ request: string }>
  }
}

type Needs = Platform &
  Readonly<{
    /** The network of this slug or id. */
    networkNamed: (name: string) => Promise<NamedNetwork | null>
    /** Whom payors of a network may ask. */
    contactOf: (networkId: NetworkId) => Promise<Contact>
    /** The bill of this code, where its payor is called so. */
    billOf: (networkId: NetworkId, code: BillCode, name: string) => Promise<BillId | null>
    /** What an address owes in a network, the earliest due first. */
    owedIn: (networkId: NetworkId, email: string) => Promise<ListOf<OwedBill>>
    mailNamesOf: (id: NetworkId) => Promise<Readonly<{ name: string; sender: string }> | null>
  }>

/** So many requests an hour for one network are answered at once. Those beyond, which strangers may have sent, wait and are not refused (R122). */
const AT_ONCE = { name: 'bills of a network', max: 300, seconds: 3600 } as const
/** A mail goes so much later for each request beyond, and ten minutes later at most; the page for a printed bill comes two seconds later. */
const LATER_MS = 1_000
const LATEST_MS = 600_000
const PAGE_LATER_MS = 2_000

/** The way back to their bills for payors who have lost the links. */
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
}: Needs) => {
  const links = findLinks(pool, personal)
  sweep(pool, [SWEEP_FIND_LINKS], signal)
  const limits = mailLimits(limiter, 'find-bills')
  /** How many requests beyond those that are answered at once; 0: none. Slug and id count as the one network that they name. */
  const beyond = async (what: 'links' | 'printed', network: NetworkId): Promise<number> =>
    counted({ ...AT_ONCE, name: `${what} ${AT_ONCE.name}` }, network)
  /** A job in any case: looking the address up takes time, which would tell who is known. */
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
    /** What the pages at /find work with. */
    find: {
      networkNamed: async (name: string): Promise<KnownNetwork | null> => {
        const network = await networkNamed(FindRequest.shape.network.parse(name))
        return network && { ...network, contact: await contactOf(network.id) }
      },
      ask,
      askLimits: limits,
      /** The bill that a printed one is; null where code and name are not of one bill, whichever is wrong. */
      printed: async (networkId: NetworkId, { code, name }: BillOnPaper) => {
        if ((await beyond('printed', networkId)) > 0) await pause(PAGE_LATER_MS)
        return billOf(networkId, code, name)
      },
      /** So few tries do not find a code among 31^8, let alone with its name. */
      printedLimits: [limiter({ name: 'printed bills', max: 10, seconds: 600 })],
      linkLimits: [limiter({ name: 'find-links', max: 60, seconds: 60 })],
      /** The list of a used link, for the browser that used it; 'link' for one that is not used; null for one that does not work. */
      look: async (networkId: NetworkId, token: string, browser: string | undefined): Promise<ListOf<OwedBill> | 'link' | null> => {
        const link = await links.find(networkId, token, browser, now())
        if (!link) return null
        return link.used ? owedIn(networkId, link.address) : 'link'
      },
      use: async (networkId: NetworkId, token: string) => links.use(networkId, token, now()),
      /** The cookie of the browser that used a link, sent to the address of that link alone. */
      cookie: (path: string) => ({ httpOnly: true, sameSite: 'lax', secure: baseUrl().startsWith('https:'), path, maxAge: LIFETIME_MS }) as const,
    },
  }
}
export type FindBills = ReturnType<typeof openFindBills>['find']
