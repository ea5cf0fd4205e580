import type { Request, Response } from 'express'
import type { BillStatus, IntentPayor, IntentPort, OpenIntent, PayableBy, StripeMethod } from '../bills/contract.ts'
import { DomainError, methodNotEnabled, missing, refused } from '../kernel/errors.ts'
import { BillId, type NetworkId, type PayorId, type ProfileId, type ProgramId } from '../kernel/ids.ts'
import { toDollars } from '../kernel/money.ts'
import { OF_COMMANDS } from '../kernel/refusals.ts'
import type { ConnectedAccount, Methods } from '../payment-profiles/contract.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { addressOf, type Limiter, type Take } from '../platform/http/limits.ts'
import { everyone, idOf, type Route, route } from '../platform/http/route.ts'
import type { Visitor } from '../platform/http/visitor.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { ProgramStatus } from '../programs/contract.ts'
import { Confirmed, ConfirmPayment, CreateIntent, Intent } from './contract.ts'
import { payingSeveral, type SeveralDependencies } from './pay-several.ts'
import type { SavedMethods } from './saved-methods.ts'

const THING = 'Assessment bill'

type Observation = Readonly<{
  shown: readonly Appended[]
  observed: Readonly<{ status: Awaited<ReturnType<IntentPort['observe']>>['observed']['status'] }>
}>

export type PayableProgram = Readonly<{
  name: string
  status: ProgramStatus
  profileId: ProfileId | null
  methods: Methods | null
  stripe: ConnectedAccount | null
}>

export type PaymentDependencies = SeveralDependencies &
  Readonly<{
    limiter: Limiter
    take: Take
    /** Stripe's key for browsers; null if Stripe is not set up. */
    publishableKey: string | null
    attempts: Readonly<{
      /** The bill as of now, for paying it; null if it does not exist. */
      payable: (billId: BillId) => Promise<Readonly<{
        networkId: NetworkId
        programId: ProgramId
        payorId: PayorId
        accountOf: (intentId: string) => string | null
        open: (payableBy: PayableBy, circumstances: Circumstances) => Promise<OpenIntent>
        observe: (accountId: string, intentId: string, circumstances: Circumstances, receiptTo?: string) => Promise<Observation>
      }> | null>
    }>
    programOf: (id: ProgramId) => Promise<PayableProgram>
    saved: Pick<SavedMethods, 'customerFor' | 'ownerOf'>
    /** The address to which a bill's receipts always go. */
    payorEmailOf: (id: BillId) => Promise<string | null>
    /** A bill's public status; null if there is no such bill. */
    statusOf: (id: BillId) => Promise<BillStatus | null>
  }>

/** The bills that a request names, each once. */
const idsIn = ({ assessmentId, assessmentIds = [] }: Readonly<{ assessmentId?: string | undefined; assessmentIds?: string[] | undefined }>) => [
  ...new Set(assessmentId === undefined ? assessmentIds : [assessmentId, ...assessmentIds]),
]

/** Limits only new attempts, since a form that is opened again gets the bill's live intent. */
const NEW_INTENTS = { name: 'payments', max: 60, seconds: 60 }
const NEW_INTENTS_OF_BILL = { name: 'payments of a bill', max: 10, seconds: 60 }

/**
 * The routes for paying by card and bank debit. The browser gets an intent, and its report of success is checked with
 * Stripe.
 */
export const paymentRoutes = (needs: PaymentDependencies): Route[] => {
  const { limiter, take, publishableKey, attempts, programOf, statusOf, saved, payorEmailOf, payerOfOne } = needs
  const forms = limiter({ name: 'forms of payments', max: 240, seconds: 60 })
  const confirmations = limiter({ name: 'confirmations of payments', max: 20, seconds: 60 })
  const takes = ({ methods, stripe }: PayableProgram, method: StripeMethod): boolean =>
    Boolean(methods?.Credit.isEnabled && stripe?.chargesEnabled && (method !== 'ach' || stripe.debitsEnabled))
  const paySeveral = payingSeveral({ ...needs, takes })
  const countNew = async (req: Request, res: Response, billId: string): Promise<void> => {
    const address = addressOf(req)
    await Promise.all([take(NEW_INTENTS, address, res), take(NEW_INTENTS_OF_BILL, `${address} ${billId}`, res)])
  }

  /** The signed-in payor, if they save a method or use a saved one. Otherwise Stripe learns nothing about the payor. */
  const payorOf = async (visitor: Visitor, accountId: string, saves: boolean, savedMethodId: string | undefined): Promise<IntentPayor | null> => {
    if (!saves && savedMethodId === undefined) return null
    const { user } = visitor
    // Not 401: the browser would then leave the public page for the sign-in.
    if (!user) throw new DomainError('forbidden', 'forbidden', 'Please log in to keep or use a payment method.')
    const customerId = savedMethodId === undefined ? await saved.customerFor(user, accountId) : await saved.ownerOf(user, accountId, savedMethodId)
    return customerId === null ? null : { customerId, saves }
  }

  return [
    route({
      method: 'post',
      path: '/api/payments/create-intent',
      about: 'bill',
      aboutIn: 'assessmentId',
      summary: 'An intent to pay a bill, the next part of its plan, or several bills by card or bank debit; one is live at a time',
      access: everyone,
      limits: [forms],
      body: CreateIntent,
      answer: Intent,
      refusals: [
        ...OF_COMMANDS,
        ...(['forbidden', 'not-found', 'not-payable', 'method-not-enabled', 'amount-too-small', 'payment-under-way', 'different-accounts'] as const),
      ],
      handle: async ({ body, visitor, circumstances, req, res }) => {
        const assessmentIds = idsIn(body)
        const { token, method, pays, saveMethod = false, savedMethodId, language } = body
        const whole = pays === 'all'
        const payorOn = (accountId: string) => payorOf(visitor, accountId, saveMethod, savedMethodId)
        const shown = ({ clientSecret, accountId, intentId, amount }: OpenIntent, publishableKey: string) => ({
          ...{ clientSecret, connectedAccountId: accountId, paymentIntentId: intentId, publishableKey, amount: toDollars(amount) },
        })
        const [only = '', second] = assessmentIds
        if (second !== undefined) {
          if (!publishableKey) throw methodNotEnabled()
          const asked = { assessmentIds, token, whole, method, language, beforeNew: () => countNew(req, res, [...assessmentIds].toSorted().join()) }
          return shown(await paySeveral(asked, visitor, payorOn, circumstances), publishableKey)
        }
        const billId = idOf(BillId, only, THING)
        const bill = await attempts.payable(billId)
        if (!bill) throw missing(THING)
        const program = await programOf(bill.programId)
        const { name, status, profileId, stripe } = program
        if (!stripe || !profileId || !publishableKey) throw methodNotEnabled()
        const { accountId } = stripe
        const enabled = takes(program, method)
        // Stripe gets this id, which reveals nothing about the payor and differs for each bill.
        const owner = visitor.user ? uuidV5(`payor/${billId}/${visitor.user.id}`) : 'guests'
        const payor = enabled ? await payorOn(accountId) : null
        const payerId = await payerOfOne(visitor, billId)
        const payable = { profileId, accountId, programStatus: status, enabled, whole, method, description: name, language, owner, payor, payerId }
        return shown(await bill.open({ ...payable, beforeNew: () => countNew(req, res, billId) }, circumstances), publishableKey)
      },
    }),
    route({
      method: 'post',
      path: '/api/payments/confirm',
      about: 'bill',
      aboutIn: 'assessmentId',
      summary: 'The browser says that it has paid: Stripe is asked, and what it says is recorded; one receipt may go to another address, too',
      access: everyone,
      limits: [confirmations],
      body: ConfirmPayment,
      answer: Confirmed,
      refusals: [...OF_COMMANDS, 'not-found', 'intent-mismatch', 'payment-incomplete'],
      handle: async ({ body, visitor, circumstances, settled }) => {
        const { paymentIntentId } = body
        const ids = idsIn(body).map((id) => idOf(BillId, id, THING))
        const [billId] = ids as [BillId]
        const bills = await Promise.all(ids.map((id) => attempts.payable(id)))
        const [bill] = bills
        if (!bill || !bills.every(Boolean)) throw missing(THING)
        const accountId = bill.accountOf(paymentIntentId)
        if (!accountId || bills.some((one) => one?.accountOf(paymentIntentId) !== accountId))
          throw refused('intent-mismatch', 'This payment does not belong to this assessment.')
        const payer = await payerOfOne(visitor, billId)
        const receiptTo = body.receiptTo ?? (payer && payer !== bill.payorId ? visitor.user?.email : undefined)
        // The payor gets a receipt in any case, so only a different address counts.
        const other = receiptTo && receiptTo.toLowerCase() !== (await payorEmailOf(billId))?.toLowerCase() ? receiptTo : undefined
        const { shown, observed } = await bill.observe(accountId, paymentIntentId, circumstances, other)
        await settled(shown)
        if (observed.status !== 'succeeded' && observed.status !== 'processing')
          throw refused('payment-incomplete', 'The payment is not complete yet.')
        const status = await statusOf(billId)
        if (!status) throw missing(THING)
        return { data: { status } }
      },
    }),
  ]
}
