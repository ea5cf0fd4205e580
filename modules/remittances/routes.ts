import { dayIn } from '../kernel/dates.ts'
import { forbidden, invalid, missing, refused } from '../kernel/errors.ts'
import { type BillId, DepositId, type NetworkId, PaymentId, type RemittanceId } from '../kernel/ids.ts'
import { type Cents, money } from '../kernel/money.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { ThingHistory } from '../platform/history.ts'
import { admins, type Call, IdParams, idOf, keysWrite, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { shownSoon } from '../platform/shown-soon.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { History } from '../shared/history.ts'
import { NewRemittance, type Remittance, RemittanceAnswer, RemittanceRefund, RemittanceReversal } from './contract.ts'
import { type Part, remittanceStream } from './events.ts'
import type { DepositItems } from './in-deposits.ts'
import { type PlanDependencies, preview, remittancePlans } from './plan.ts'
import type { ReverseParts } from './reverse.ts'
import { remittanceHandler, type Settle } from './settle.ts'

const THING = 'Remittance'

type FoundPart = Readonly<{ billId: BillId; paymentId: PaymentId; byStripe: boolean; isReversed: boolean; refundable: Cents }>

export type RemittanceDependencies = PlanDependencies &
  Readonly<{
    store: EventStore
    settle: Settle
    reverseParts: ReverseParts
    deposits: Pick<DepositItems, 'check'>
    bills: Readonly<{
      releaseAttempt: (billId: BillId, circumstances: Circumstances) => Promise<void>
      checkReversal: (part: Readonly<{ billId: BillId; paymentId: PaymentId }>) => Promise<void>
      refund: (
        refund: Readonly<{ billId: BillId; paymentId: PaymentId; refundId: string; amount: Cents | null; reason: string }>,
        circumstances: Circumstances,
      ) => Promise<readonly Appended[]>
    }>
    timeZoneOf: (networkId: NetworkId) => Promise<string | null>
    remittanceById: (id: PaymentId) => Promise<Readonly<{ networkId: NetworkId; shown: Remittance; parts: readonly FoundPart[] }> | null>
    histories: Readonly<{ remittance: ThingHistory; bill: ThingHistory }>
  }>

const shownAs = async (remittanceById: RemittanceDependencies['remittanceById'], id: RemittanceId) => ({
  data: (await shownSoon(() => remittanceById(id))).shown,
})

/** The open deposit of the network that a request names. */
const depositOf =
  ({ deposits }: Pick<RemittanceDependencies, 'deposits'>) =>
  async (networkId: NetworkId, { depositId, method }: NewRemittance, circumstances: Circumstances): Promise<DepositId | null> => {
    if (!depositId) return null
    const id = idOf(DepositId, depositId, 'Deposit')
    if (!(await deposits.check(networkId, id, circumstances))) throw missing('Deposit')
    if (method !== 'check' && method !== 'cash') throw invalid('depositId', 'A deposit takes only checks and cash')
    return id
  }

const recordRoute = (needs: RemittanceDependencies): Route => {
  const { settle, bills, timeZoneOf, remittanceById } = needs
  const { handle } = remittanceHandler(needs)
  const planned = remittancePlans(needs)
  const depositFor = depositOf(needs)
  return route({
    method: 'post',
    path: '/api/remittances',
    summary: 'Record money from one payer for any number of bills; dryRun shows how it would be split',
    access: keysWrite(admins('record', 'remittance')),
    body: NewRemittance,
    answer: RemittanceAnswer,
    status: 201,
    creates: true,
    previews: true,
    refusals: ['not-allowed', 'not-found'],
    handle: async ({ visitor, body, circumstances, now, settled, changedNothing }) => {
      if (!visitor.network) throw forbidden('record', 'remittance')
      const networkId = mayIn(visitor, visitor.network, 'write', THING, 'record')
      const { amount, method, reference, receivedOn = null, dryRun } = body
      const today = dayIn((await timeZoneOf(networkId)) ?? 'UTC', now)
      if (receivedOn && receivedOn > today) throw invalid('receivedOn', 'Received on must not be in the future')
      const depositId = await depositFor(networkId, body, circumstances)
      const plan = await planned(networkId, body)
      const { payer, bills: known } = plan
      const remittanceId = uuidV5(`remittance/${networkId}/${circumstances.cause}`) as RemittanceId
      const parts = plan.parts.map(
        (part, i): Part => ({
          ...part,
          paymentId: i === 0 ? remittanceId : (uuidV5(`payment/${part.billId}/${circumstances.cause}`) as PaymentId),
        }),
      )
      if (dryRun) {
        changedNothing()
        return { data: preview(plan, body, parts, receivedOn ?? today, now) }
      }
      const [first] = parts
      const inDeposit = depositId ? { depositId } : {}
      const owner = payer?.id ?? known.get(first?.billId as BillId)?.payorId
      if (!owner) throw missing('Assessment bill')
      const terms = { remittanceId, networkId, amount, method, reference, receivedOn, payerId: payer?.id ?? null, owner, parts, ...inDeposit }
      for (const { billId } of parts) if (known.get(billId)?.paying) await bills.releaseAttempt(billId, circumstances)
      await handle(remittanceStream(remittanceId), { type: 'StartRemittance', ...terms }, circumstances)
      // If this process dies now, `settleWhatWasStarted` completes the remittance.
      const { state, shown, refusal } = await settle(remittanceId, circumstances.actor)
      await settled(shown)
      if (state?.stage !== 'recorded') {
        if (!state?.refusedBy) throw refusal ?? refused('not-allowed', 'The deposit takes no more payments, so nothing was recorded.')
        const bill = known.get(state.refusedBy)
        throw refused(
          'not-allowed',
          `Bill ${bill?.code} of ${bill?.payerName} takes no payment, so nothing was recorded. ${refusal?.message ?? ''}`.trim(),
        )
      }
      return shownAs(remittanceById, remittanceId)
    },
  })
}

const historyRoute = ({ store, remittanceById, histories }: RemittanceDependencies): Route =>
  route({
    method: 'get',
    path: '/api/remittances/:id/history',
    about: 'remittance',
    summary: 'Everything that happened to a remittance and its payments, oldest first',
    access: readers('remittance'),
    params: IdParams,
    answer: History,
    refusals: ['unfolded'],
    handle: async ({ visitor, params }) => {
      const id = idOf(PaymentId, params.id, THING)
      const remittance = await remittanceById(id)
      const networkId = mayIn(visitor, remittance?.networkId, 'read', THING, 'view')
      if (!remittance) throw missing(THING)
      const ofParts = await Promise.all(
        remittance.parts.map(async ({ billId, paymentId }) => {
          const stream = `bill-${billId}` as const
          const events = await store.read(stream)
          // The remittance's own first row already reports the payments that its bills held.
          const own = new Set(
            events.flatMap(({ data, revision, type }) => (data.paymentId === paymentId && type !== 'PaymentHeld' ? [revision] : [])),
          )
          return own.size > 0 ? (await histories.bill(stream, networkId)).filter(({ revision }) => own.has(revision)) : []
        }),
      )
      const rows = [...(await histories.remittance(remittanceStream(id), networkId)), ...ofParts.flat()]
      return { data: rows.toSorted((a, b) => a.position - b.position) }
    },
  })

const changeRoutes = ({ bills, reverseParts, remittanceById }: RemittanceDependencies): Route[] => {
  /** The allocations that the request names, or all, of a remittance in a network where the visitor may write. */
  const found = async (call: Call<{ id: string }, unknown, Readonly<{ billIds?: readonly string[] | undefined }>>, action: string) => {
    const id = idOf(PaymentId, call.params.id, THING)
    const remittance = await remittanceById(id)
    const networkId = mayIn(call.visitor, remittance?.networkId, 'write', THING, action)
    if (!remittance) throw missing(THING)
    const { billIds } = call.body
    const parts = remittance.parts.filter(({ billId }) => !billIds || billIds.includes(billId))
    if (billIds && new Set(billIds).size !== parts.length) throw invalid('billIds', 'This remittance has paid none of that bill')
    return { id, networkId, parts }
  }

  return [
    route({
      method: 'post',
      path: '/api/remittances/:id/reversals',
      about: 'remittance',
      summary: 'Reverse a remittance that was recorded by hand, or some of its allocations',
      access: keysWrite(admins('update', 'remittance')),
      params: IdParams,
      body: RemittanceReversal,
      answer: RemittanceAnswer,
      status: 201,
      creates: true,
      refusals: ['not-allowed'],
      handle: async (call) => {
        const { id, parts } = await found(call, 'update')
        const { circumstances, body, settled } = call
        const left = parts.filter(({ isReversed }) => !isReversed)
        for (const part of left) await bills.checkReversal(part)
        await settled(await reverseParts(id, left, body.reason, circumstances))
        return shownAs(remittanceById, id)
      },
    }),
    route({
      method: 'post',
      path: '/api/remittances/:id/refunds',
      about: 'remittance',
      summary: 'Pay a remittance by card or bank debit back through Stripe; one by hand is reversed instead',
      access: admins('refund', 'remittance'),
      params: IdParams,
      body: RemittanceRefund,
      answer: RemittanceAnswer,
      status: 201,
      creates: true,
      refusals: ['not-refundable', 'refund-refused'],
      handle: async (call) => {
        const { id, parts } = await found(call, 'refund')
        const { circumstances, body, settled } = call
        const { amount = null, reason } = body
        const refundable = parts.reduce((sum, part) => sum + part.refundable, 0)
        if (!parts.every(({ byStripe }) => byStripe) || refundable <= 0 || (amount ?? 0) > refundable)
          throw refused(
            'not-refundable',
            refundable > 0 ? `At most ${money(refundable)} can be refunded.` : 'Nothing of this can be refunded through Stripe.',
          )
        let left = amount ?? refundable
        // A part of the money is taken from the last allocation first, as in a dispute (R133).
        for (const { billId, paymentId, refundable: most } of parts.toReversed()) {
          const part = Math.min(left, most)
          if (part <= 0) continue
          left -= part
          const refundId = uuidV5(`refund/${paymentId}/${circumstances.cause}`)
          await settled(await bills.refund({ billId, paymentId, refundId, amount: part, reason }, circumstances))
        }
        return shownAs(remittanceById, id)
      },
    }),
  ]
}

/** The routes that record, reverse and refund money for several bills. */
export const remittanceRoutes = (needs: RemittanceDependencies): Route[] => [recordRoute(needs), historyRoute(needs), ...changeRoutes(needs)]
