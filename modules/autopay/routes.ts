import type { LocalDate } from '../kernel/dates.ts'
import { DomainError, forbidden, methodNotEnabled, missing, refused } from '../kernel/errors.ts'
import { type BillId, MandateId, type NetworkId, type ProgramId, type UserId } from '../kernel/ids.ts'
import { OF_COMMANDS, OF_RIGHTS } from '../kernel/refusals.ts'
import type { SavedMethod } from '../payments/contract.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { admins, everyone, IdParams, idOf, type Route, readers, route, signedInTo } from '../platform/http/route.ts'
import { mayIn, signedIn, type Visitor } from '../platform/http/visitor.ts'
import { shownSoon } from '../platform/shown-soon.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { dataOf, type ListOf, listOf, paged } from '../shared/api.ts'
import { consentText, methodName } from '../shared/autopay-words.ts'
import type { Charging, ChargingDependencies } from './charging.ts'
import {
  AutopayCharge,
  AutopayLink,
  AutopayQuery,
  type EndReason,
  GiveMandate,
  type LinkAct,
  LinkFollowed,
  Mandate,
  MandatesQuery,
  PayorsMandate,
  SkipCharge,
  Skipped,
} from './contract.ts'
import { mandateStream } from './events.ts'
import { type AutopayLinks, NO_BILL } from './mail-payors-about-autopay.ts'

const THING = 'Autopay'
/** The limit of mailed links, for calls and pages together. */
export const autopayLinks = { name: 'autopay links', max: 60, seconds: 60 } as const

type User = NonNullable<Visitor['user']>

export type AutopayRouteDependencies = Readonly<{
  limiter: Limiter
  charging: Charging
  links: AutopayLinks
  saved: Readonly<{
    /** A method that the payor has saved. @throws DomainError 404 */
    find: (payor: Pick<User, 'id'>, methodId: string) => Promise<Readonly<{ accountId: string; customerId: string; method: SavedMethod }>>
  }>
  attempts: Pick<ChargingDependencies['attempts'], 'payable'>
  programOf: ChargingDependencies['programOf']
  programStateOf: (id: ProgramId) => Promise<Readonly<{ networkId: NetworkId }> | null>
  ownerOfAccount: (accountId: string) => Promise<Readonly<{ networkId: NetworkId; profileId: Mandated['profileId'] }> | null>
  networkOf: (id: NetworkId) => Promise<Readonly<{ name: string }> | null>
  payorEmailOf: (id: BillId) => Promise<string | null>
  isPayorIn: (networkId: NetworkId, email: string) => Promise<boolean>
  mandatesOf: (userId: UserId, now: Circumstances['at']) => Promise<Mandate[]>
  autopayChargesOf: (networkId: NetworkId, query: AutopayQuery, now: Circumstances['at']) => Promise<ListOf<AutopayCharge>>
  mandatesIn: (networkId: NetworkId, query: MandatesQuery, now: Circumstances['at']) => Promise<ListOf<PayorsMandate>>
}>
type Mandated = NonNullable<Awaited<ReturnType<Charging['load']>>['state']>

const confirmedUser = (visitor: Visitor): User => {
  const user = signedIn(visitor)
  if (!user.emailConfirmed) throw new DomainError('forbidden', 'email-unconfirmed', 'Please confirm your email address first.')
  return user
}

/** The commands that routes and mailed links share. */
export const autopayActs = ({ charging: { load, handle }, links, attempts }: Pick<AutopayRouteDependencies, 'charging' | 'links' | 'attempts'>) => {
  const end = async (mandateId: MandateId, because: EndReason, circumstances: Circumstances) =>
    (await handle(mandateStream(mandateId), { type: 'End', mandateId, because }, circumstances)).shown
  /** `of`: the due date of the charge; else that of the bill. */
  const skip = async (mandateId: MandateId, billId: BillId, circumstances: Circumstances, of?: LocalDate) => {
    const bill = await attempts.payable(billId)
    const { state } = await load(mandateStream(mandateId))
    if (!bill || bill.networkId !== state?.networkId) throw missing('Assessment bill')
    const dueDate = of ?? bill.dueDate
    return (await handle(mandateStream(mandateId), { type: 'Skip', mandateId, billId, dueDate }, circumstances)).shown
  }
  /** The mandate and the charge that a mailed link names. @throws DomainError 404 for a forged link */
  const named = async (token: string) => {
    const link = await links.read(token)
    const mandateId = MandateId.safeParse(link?.mandateId)
    const state = mandateId.success ? (await load(mandateStream(mandateId.data))).state : null
    if (!link || !mandateId.success || !state)
      throw new DomainError('missing', 'not-found', 'This link is not valid. Please use the one in your e-mail.')
    const charge = link.billId === NO_BILL ? null : { billId: link.billId as BillId, dueDate: link.dueDate as LocalDate }
    return { mandateId: mandateId.data, charge, state }
  }
  /** Does what a mailed link offers. @throws DomainError 404 for a forged link, 409 `not-allowed` */
  const follow = async (token: string, act: LinkAct, circumstances: Circumstances) => {
    const { mandateId, charge } = await named(token)
    if (act === 'stop') return end(mandateId, 'payor', circumstances)
    if (!charge) throw refused('not-allowed', 'This link names no payment to skip.')
    return skip(mandateId, charge.billId, circumstances, charge.dueDate)
  }
  return { load, end, skip, named, follow }
}
export type AutopayActs = ReturnType<typeof autopayActs>

const payorRoutes = (needs: AutopayRouteDependencies, { load, end, skip, follow }: AutopayActs): Route[] => {
  const { limiter, charging, saved, programOf, programStateOf, ownerOfAccount, networkOf, isPayorIn, mandatesOf } = needs
  /** Checks that the visitor has given the mandate. @throws DomainError 404 */
  const ownOf = async (visitor: Visitor, id: string): Promise<MandateId> => {
    const mandateId = idOf(MandateId, id, THING)
    const { state } = await load(mandateStream(mandateId))
    if (state?.userId !== signedIn(visitor).id) throw missing(THING)
    return mandateId
  }
  return [
    route({
      method: 'get',
      path: '/api/my/autopay',
      summary: 'The autopay mandates of the signed-in payor, each with its next charge',
      access: signedInTo('view', 'autopay'),
      answer: dataOf(Mandate.array()),
      handle: async ({ visitor, now }) => ({ data: await mandatesOf(signedIn(visitor).id, now) }),
    }),
    route({
      method: 'post',
      path: '/api/my/autopay',
      summary: 'Have bills of a network or a program charged to a saved card or bank account on their due dates',
      access: signedInTo('start', 'autopay'),
      limits: [limiter({ name: 'autopay', max: 20, seconds: 600 })],
      body: GiveMandate,
      answer: Mandate,
      status: 201,
      creates: true,
      refusals: [...OF_COMMANDS, 'email-unconfirmed', 'not-found', 'method-not-enabled'],
      handle: async ({ visitor, body, circumstances, settled, now }) => {
        const user = confirmedUser(visitor)
        const { accountId, customerId, method } = await saved.find(user, body.savedMethodId)
        const programId = body.programId ?? null
        const networkId = programId ? (await programStateOf(programId))?.networkId : body.networkId
        const network = networkId && (await isPayorIn(networkId, user.email)) ? await networkOf(networkId) : null
        if (!networkId || !network) throw missing(programId ? 'Assessment program' : 'Network')
        const program = programId ? await programOf(programId) : null
        const owner = await ownerOfAccount(accountId)
        if (owner?.networkId !== networkId || (program && program.stripe?.accountId !== accountId)) throw methodNotEnabled()
        const before = await mandatesOf(user.id, now)
        const mandateId = MandateId.parse(uuidV5(`mandate/${user.id}/${circumstances.cause}`))
        const { kind, brand, last4 } = method
        const { language } = body
        const text = consentText[language]({ network: network.name, program: program?.name ?? null, method: methodName({ brand, last4 }) })
        const given = {
          ...{ mandateId, networkId, programId, userId: user.id, profileId: owner.profileId, accountId },
          ...{ method: { kind, customerId, methodId: method.id }, card: { brand, last4 }, consent: { text, language, at: circumstances.at } },
        }
        const { shown: begun } = await charging.handle(mandateStream(mandateId), { type: 'Give', mandateId, given }, circumstances)
        const shown = [...begun]
        // A payor has one mandate for each scope and account.
        for (const { id, scope, status } of before)
          if (status === 'active' && id !== mandateId && scope.networkId === networkId && scope.programId === programId)
            if ((await load(mandateStream(id))).state?.accountId === accountId) shown.push(...(await end(id, 'replaced', circumstances)))
        await settled(shown)
        return shownSoon(async () => (await mandatesOf(user.id, now)).find(({ id }) => id === mandateId) ?? null)
      },
    }),
    route({
      method: 'delete',
      path: '/api/my/autopay/:id',
      about: null,
      summary: 'Stop autopay',
      access: signedInTo('stop', 'autopay'),
      params: IdParams,
      status: 204,
      refusals: [...OF_COMMANDS],
      handle: async ({ visitor, params, circumstances, settled }) => {
        await settled(await end(await ownOf(visitor, params.id), 'payor', circumstances))
        return null
      },
    }),
    route({
      method: 'post',
      path: '/api/my/autopay/:id/skip',
      about: null,
      summary: 'Skip the automatic payment of one bill; the bill stays open',
      access: signedInTo('skip', 'autopay'),
      params: IdParams,
      body: SkipCharge,
      answer: Skipped,
      refusals: [...OF_COMMANDS, 'not-allowed'],
      handle: async ({ visitor, params, body, circumstances, settled }) => {
        await settled(await skip(await ownOf(visitor, params.id), body.billId, circumstances))
        return { data: { status: 'skipped' as const } }
      },
    }),
    route({
      method: 'post',
      path: '/api/autopay/by-link',
      summary: 'Skip a payment or stop autopay by a mailed link, without signing in',
      access: everyone,
      limits: [limiter(autopayLinks)],
      body: AutopayLink,
      opaque: ['token'],
      answer: LinkFollowed,
      refusals: [...OF_COMMANDS, 'not-found', 'not-allowed'],
      handle: async ({ body, circumstances, settled }) => {
        await settled(await follow(body.token, body.do, circumstances))
        return { data: { status: body.do === 'stop' ? ('ended' as const) : ('skipped' as const) } }
      },
    }),
  ]
}

export const autopayRoutes = (needs: AutopayRouteDependencies, acts: AutopayActs): Route[] => [
  ...payorRoutes(needs, acts),
  route({
    method: 'get',
    path: '/api/autopay',
    summary: 'The automatic charges of the current network that are coming or have failed, failed ones first',
    access: readers('autopay'),
    query: AutopayQuery,
    answer: listOf(AutopayCharge),
    handle: async ({ visitor, query, now }) => (visitor.network ? needs.autopayChargesOf(visitor.network, query, now) : paged(query, [], 0)),
  }),
  route({
    method: 'get',
    path: '/api/autopay/mandates',
    summary: 'The active autopay mandates of the current network, newest first, each with its payors and its next charge',
    access: readers('autopay'),
    query: MandatesQuery,
    answer: listOf(PayorsMandate),
    handle: async ({ visitor, query, now }) => (visitor.network ? needs.mandatesIn(visitor.network, query, now) : paged(query, [], 0)),
  }),
  route({
    method: 'delete',
    path: '/api/autopay/:id',
    about: null,
    summary: "End a payor's autopay; the payor is mailed",
    access: admins('end', 'autopay'),
    params: IdParams,
    status: 204,
    refusals: [...OF_COMMANDS, ...OF_RIGHTS],
    handle: async ({ visitor, params, circumstances, settled }) => {
      const mandateId = idOf(MandateId, params.id, THING)
      if (!visitor.network) throw forbidden('end', 'autopay')
      const { state } = await acts.load(mandateStream(mandateId))
      mayIn(visitor, state?.networkId, 'write', THING, 'end')
      await settled(await acts.end(mandateId, 'admin', circumstances))
      return null
    },
  }),
]
