import { Stripe } from 'stripe'
import { z } from 'zod'
import type { IntentPort, ObservedIntent } from '../../bills/contract.ts'
import { cutText } from '../../kernel/cut-text.ts'
import { instantOf } from '../../kernel/dates.ts'
import { methodNotEnabled, refused } from '../../kernel/errors.ts'
import type { PaymentId } from '../../kernel/ids.ts'
import { languages } from '../../kernel/language.ts'
import { uuidV5 } from '../../platform/uuid-v5.ts'
import { asking, askingWithAccess, isOutage } from './connection.ts'

/** Stripe's limit of characters. */
const DESCRIPTION = 500

/** Stripe's types of payment methods for each tab of the pay page. Wallets belong to 'card'. */
const types = { credit: ['card', 'link'], ach: ['us_bank_account'] } as const

/** Derived from the intent, so that webhook and browser record the same payment. */
const paymentIdOf = (intentId: string): PaymentId => uuidV5(`stripe/${intentId}`) as PaymentId

const ended = ['succeeded', 'processing', 'canceled'] as const
const statusOf = ({ status }: Stripe.PaymentIntent): ObservedIntent['status'] => ended.find((one) => one === status) ?? 'open'

/**
 * The owner of an intent. For an intent from before owners were recorded: 'unknown' if the intent has a customer or
 * saves a method, else 'guests'.
 */
const ownerOf = ({ metadata, customer, setup_future_usage: saves }: Stripe.PaymentIntent): string =>
  metadata.owner ?? (customer || saves ? 'unknown' : 'guests')

/** The language of the page that last received the intent. */
const languageOf = ({ metadata }: Stripe.PaymentIntent): Pick<ObservedIntent, 'language'> => {
  const language = languages.find((each) => each === metadata.language)
  return language ? { language } : {}
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The sources of a Link payment. The SDK's types do not have them yet (API version 2026-11-18.endive). */
const LinkSources = z.object({
  funding_sources: z
    .array(z.object({ type: z.string(), us_bank_account: z.object({ bank_name: z.string().nullish(), last4: z.string().nullish() }).nullish() }))
    .nullish(),
})

type Details = Stripe.Charge.PaymentMethodDetails | null | undefined

/** The bank account that a charge debited, directly or through Link. */
const bankOf = (details: Details) => {
  if (details?.us_bank_account) return details.us_bank_account
  const sources = LinkSources.safeParse(details?.link).data?.funding_sources
  return sources?.find(({ type }) => type === 'us_bank_account')?.us_bank_account ?? null
}

/** The method of a charge and the card or account that was used, such as 'Visa 4242'. */
export const methodAndReference = (details: Details): Pick<ObservedIntent, 'method' | 'reference'> => {
  const bank = bankOf(details)
  if (bank) return { method: 'ach', reference: [bank.bank_name, bank.last4].filter(Boolean).join(' ') || null }
  const card = details?.card
  if (card) return { method: 'credit', reference: [capitalized(card.brand ?? 'card'), card.last4].filter(Boolean).join(' ') }
  return { method: details?.type === 'us_bank_account' ? 'ach' : 'credit', reference: details?.type ? capitalized(details.type) : null }
}

/**
 * The outcomes of disputes that withdrew money. Inquiries withdraw none, so they are left out
 * (docs.stripe.com/disputes/how-disputes-work).
 */
const outcomes: Partial<Record<Stripe.Dispute.Status, 'open' | 'won' | 'lost'>> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
}

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null => (typeof charge === 'object' ? charge : null)

const wasRefused = (error: unknown): error is Stripe.errors.StripeError => error instanceof Stripe.errors.StripeError && !isOutage(error)

/**
 * Turns Stripe's refusal of a method into ours: an account may lose a capability before this installation knows.
 * @throws DomainError 409 `method-not-enabled`
 */
const ifEnabled = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await asking(ask)
  } catch (error) {
    throw wasRefused(error) ? methodNotEnabled() : error
  }
}

const nullIfSpent = (error: unknown): null => {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return null
  throw error
}

const on = (accountId: string) => ({ stripeContext: accountId })

/** The refunds and disputes of a payment that succeeded. */
const afterwards = async (stripe: Stripe, accountId: string, intentId: string): Promise<Pick<ObservedIntent, 'refunds' | 'disputes'>> => {
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list({ payment_intent: intentId, limit: 100 }, on(accountId)),
    stripe.disputes.list({ payment_intent: intentId, limit: 100 }, on(accountId)),
  ])
  return {
    // Stripe lists the latest first; the log needs the earliest first.
    refunds: refunds.data.reverse().map(({ id, amount, status, metadata }) => ({
      refundId: metadata?.refundId ?? id,
      billId: metadata?.billId ?? null,
      amount,
      failed: status === 'failed' || status === 'canceled',
      reason: null,
    })),
    disputes: disputes.data.reverse().flatMap(({ id, amount, status }) => {
      const outcome = outcomes[status]
      return outcome ? [{ disputeId: id, amount, outcome }] : []
    }),
  }
}

/** Intents on connected accounts (docs.stripe.com/connect/direct-charges, docs.stripe.com/payments/payment-intents). */
export const stripeIntents = (stripe: Stripe): IntentPort => {
  return {
    create: async ({ subject, amount, accountId, description, owner, language }) => {
      const [named, idempotencyKey] =
        'billId' in subject
          ? [{ billId: subject.billId, attempt: String(subject.attempt) }, `bill:${subject.billId}:attempt:${subject.attempt}`]
          : [subject, `remittance:${subject.remittanceId}`]
      const intent = await ifEnabled(() =>
        stripe.paymentIntents
          .create(
            {
              amount,
              currency: 'usd',
              allowed_payment_method_types: [...types.credit],
              description: cutText(description, DESCRIPTION),
              metadata: { ...named, owner, ...(language && { language }) },
              payment_method_options: { card: { request_three_d_secure: 'automatic' }, us_bank_account: { verification_method: 'instant' } },
            },
            { ...on(accountId), idempotencyKey },
          )
          .catch(nullIfSpent),
      )
      return intent && { intentId: intent.id, accountId, clientSecret: intent.client_secret ?? '', amount }
    },

    offer: async (accountId, intentId, { method, payor, at, language }) => {
      const saving = { setup_future_usage: payor?.saves ? ('off_session' as const) : ('' as const), ...(payor && { customer: payor.customerId }) }
      // Link would keep a saved method itself, so it would be missing from the payor's saved methods.
      const allowed = method === 'credit' && payor?.saves ? (['card'] as const) : types[method]
      const metadata = { handedAt: Date.parse(at), ...(language && { language }) }
      await ifEnabled(() =>
        stripe.paymentIntents.update(intentId, { allowed_payment_method_types: [...allowed], metadata, ...saving }, on(accountId)),
      )
    },

    charge: async (accountId, intentId, methodId) => {
      try {
        await askingWithAccess(() => stripe.paymentIntents.confirm(intentId, { payment_method: methodId, off_session: true }, on(accountId)))
        return null
      } catch (error) {
        if (!wasRefused(error)) throw error
        return { code: error.code ?? null, decline: error.decline_code ?? null }
      }
    },

    observe: async (accountId, intentId, whole) => {
      const intent = await askingWithAccess(() =>
        stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge.balance_transaction'] }, on(accountId)),
      )
      const charge = chargeOf(intent)
      const balance = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
      const status = statusOf(intent)
      return {
        billId: intent.metadata.billId ?? null,
        remittanceId: intent.metadata.remittanceId ?? null,
        clientSecret: intent.client_secret ?? '',
        owner: ownerOf(intent),
        challenge: intent.status === 'requires_action' ? { handedAt: instantOf(Number(intent.metadata.handedAt) || intent.created * 1000) } : null,
        observed: {
          intentId,
          accountId,
          attempt: Number(intent.metadata.attempt) || null,
          ...languageOf(intent),
          paymentId: paymentIdOf(intentId),
          status,
          wasProcessing: false,
          amount: intent.amount,
          received: intent.amount_received,
          currency: intent.currency,
          ...methodAndReference(charge?.payment_method_details),
          failure: intent.last_payment_error?.code ?? charge?.failure_code ?? null,
          fee: balance && status === 'succeeded' ? { fee: balance.fee, net: balance.net } : null,
          ...(status === 'succeeded' && (whole || charge?.disputed || charge?.amount_refunded)
            ? await asking(() => afterwards(stripe, accountId, intentId))
            : { refunds: [], disputes: [] }),
        },
      }
    },

    cancel: async (accountId, intentId) => {
      try {
        await asking(() => stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' }, on(accountId)))
      } catch (error) {
        // An intent that is paid, processing or cancelled cannot be cancelled. The caller reads its state next.
        if (!wasRefused(error)) throw error
      }
    },

    refund: async ({ billId, refundId, accountId, intentId, amount }) => {
      try {
        await asking(() =>
          stripe.refunds.create(
            { payment_intent: intentId, amount, metadata: { billId, refundId } },
            { ...on(accountId), idempotencyKey: `refund:${refundId}` },
          ),
        )
      } catch (error) {
        if (wasRefused(error)) throw refused('refund-refused', `Stripe refused the refund: ${error.message}`)
        throw error
      }
    },
  }
}
