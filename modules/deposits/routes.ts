import type { z } from 'zod'
import { forbidden, missing } from '../kernel/errors.ts'
import { DepositId, type NetworkId, ProfileId } from '../kernel/ids.ts'
import type { Circumstances, Handled } from '../platform/handle.ts'
import type { ThingHistory } from '../platform/history.ts'
import { admins, type Call, IdParams, idOf, keysWrite, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn, type Visitor } from '../platform/http/visitor.ts'
import { shownSoon } from '../platform/shown-soon.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { History } from '../shared/history.ts'
import { type ClosingDependencies, closing } from './close.ts'
import { type Deposit, DepositAnswer, DepositClosing, DepositReopening, NewDeposit } from './contract.ts'
import { type DepositState, depositStream } from './events.ts'
import { depositHandler } from './items.ts'

const THING = 'Deposit'
export type DepositRouteDependencies = ClosingDependencies &
  Readonly<{
    history: ThingHistory
    profileOf: (id: ProfileId) => Promise<Readonly<{ networkId: NetworkId }> | null>
    depositById: (id: DepositId) => Promise<Readonly<{ networkId: NetworkId; revision: number; shown: Deposit }> | null>
  }>

type Body = z.output<typeof NewDeposit>
type Answering = Pick<Call<unknown, unknown, unknown>, 'settled' | 'etag'>

const opened = ({ checkDay, profileOf, depositById, ...needs }: DepositRouteDependencies) => ({
  ...depositHandler(needs),
  /** The terms that a request names, for a network in which the visitor may write. */
  termsOf: async (networkId: NetworkId, { day, paymentProfileId, expectedCount, expectedTotal }: Body, { at }: Circumstances) => {
    const profileId = idOf(ProfileId, paymentProfileId, 'Payment profile')
    if ((await profileOf(profileId))?.networkId !== networkId) throw missing('Payment profile')
    await checkDay(networkId, day, at)
    return { day, profileId, expectedCount, expectedTotal }
  },
  shownAs: async (id: DepositId, { shown, revision }: Handled<DepositState>, { settled, etag }: Answering) => {
    await settled(shown)
    etag(revision)
    return { data: (await shownSoon(() => depositById(id))).shown }
  },
})

const writingIn = (visitor: Visitor, deposit: DepositState, action: string): NonNullable<DepositState> => {
  mayIn(visitor, deposit?.networkId, 'write', THING, action)
  if (!deposit) throw missing(THING)
  return deposit
}

const termsRoutes = (needs: DepositRouteDependencies): Route[] => {
  const { checkDay } = needs
  const { load, handle, termsOf, shownAs } = opened(needs)
  return [
    route({
      method: 'post',
      path: '/api/deposits',
      summary: 'Open a deposit: checks and cash that are taken to the bank together, with the count and total expected',
      access: keysWrite(admins('create', 'deposit')),
      body: NewDeposit,
      answer: DepositAnswer,
      status: 201,
      creates: true,
      refusals: ['not-found'],
      handle: async ({ visitor, body, circumstances, ...answering }) => {
        if (!visitor.network) throw forbidden('create', 'deposit')
        const networkId = mayIn(visitor, visitor.network, 'write', THING, 'create')
        const depositId = uuidV5(`deposit/${networkId}/${circumstances.cause}`) as DepositId
        const command = { type: 'Open', depositId, networkId, ...(await termsOf(networkId, body, circumstances)) } as const
        return shownAs(depositId, await handle(depositStream(depositId), command, circumstances), answering)
      },
    }),
    route({
      method: 'put',
      path: '/api/deposits/:id',
      about: 'deposit',
      summary: 'Change the day, account, and expected count and total of an open deposit',
      access: keysWrite(admins('update', 'deposit')),
      params: IdParams,
      body: NewDeposit,
      answer: DepositAnswer,
      refusals: ['stale', 'not-allowed'],
      handle: async ({ visitor, params, body, circumstances, ifMatch, ...answering }) => {
        const id = idOf(DepositId, params.id, THING)
        const stream = depositStream(id)
        const { networkId, day } = writingIn(visitor, (await load(stream)).state, 'update')
        await checkDay(networkId, day, circumstances.at)
        const command = { type: 'Change', ...(await termsOf(networkId, body, circumstances)) } as const
        return shownAs(id, await handle(stream, command, { ...circumstances, expected: ifMatch }), answering)
      },
    }),
  ]
}

const closingRoutes = (needs: DepositRouteDependencies): Route[] => {
  const { checkDay } = needs
  const close = closing(needs)
  const { load, handle, shownAs } = opened(needs)
  return [
    route({
      method: 'post',
      path: '/api/deposits/:id/close',
      about: 'deposit',
      summary: 'Close a deposit whose count and total are the expected ones, or with the reason for the difference',
      access: admins('close', 'deposit'),
      params: IdParams,
      body: DepositClosing,
      answer: DepositAnswer,
      refusals: ['stale', 'totals-differ', 'counted-by-two'],
      handle: async ({ visitor, params, body: { reason }, circumstances, ifMatch, ...answering }) => {
        const id = idOf(DepositId, params.id, THING)
        const mayClose = (deposit: DepositState) => writingIn(visitor, deposit, 'close')
        return shownAs(id, await close(id, mayClose, reason, { ...circumstances, expected: ifMatch }), answering)
      },
    }),
    route({
      method: 'post',
      path: '/api/deposits/:id/reopen',
      about: 'deposit',
      summary: 'Open a closed deposit again',
      access: admins('reopen', 'deposit'),
      params: IdParams,
      body: DepositReopening,
      answer: DepositAnswer,
      refusals: ['stale'],
      handle: async ({ visitor, params, body: { reason }, circumstances, ifMatch, ...answering }) => {
        const id = idOf(DepositId, params.id, THING)
        const stream = depositStream(id)
        const deposit = writingIn(visitor, (await load(stream)).state, 'reopen')
        await checkDay(deposit.networkId, deposit.day, circumstances.at)
        return shownAs(id, await handle(stream, { type: 'Reopen', reason }, { ...circumstances, expected: ifMatch }), answering)
      },
    }),
  ]
}

const historyRoute = ({ history, ...needs }: DepositRouteDependencies): Route => {
  const { load } = depositHandler(needs)
  return route({
    method: 'get',
    path: '/api/deposits/:id/history',
    about: 'deposit',
    summary: 'Everything that happened to a deposit, oldest first',
    access: readers('deposit'),
    params: IdParams,
    answer: History,
    refusals: ['unfolded'],
    handle: async ({ visitor, params }) => {
      const stream = depositStream(idOf(DepositId, params.id, THING))
      const { state } = await load(stream)
      const networkId = mayIn(visitor, state?.networkId, 'read', THING, 'view')
      if (!state) throw missing(THING)
      return { data: await history(stream, networkId) }
    },
  })
}

export const depositRoutes = (needs: DepositRouteDependencies): Route[] => [...termsRoutes(needs), ...closingRoutes(needs), historyRoute(needs)]
