import { Stripe } from 'stripe'
import type { CustomerPort, SavedMethod } from '../contract.ts'
import { askingWithAccess } from './connection.ts'

const MOST = 50

const two = (n: number): string => String(n).padStart(2, '0')

const shown = ({ id, type, card, us_bank_account: bank }: Stripe.PaymentMethod): SavedMethod[] => {
  if (type === 'card' && card)
    return [{ id, kind: 'credit', brand: card.brand, last4: card.last4, expires: `${two(card.exp_month)}/${two(card.exp_year % 100)}` }]
  if (type === 'us_bank_account' && bank)
    return [{ id, kind: 'ach', brand: bank.bank_name ?? 'Bank account', last4: bank.last4 ?? '', expires: null }]
  return []
}

/** Null if the customer no longer exists: a church can delete it in Stripe's dashboard. */
const nullIfGone = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | null> => {
  try {
    return await askingWithAccess(ask)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

/**
 * Customers of connected accounts, with their saved methods (docs.stripe.com/api/customers,
 * docs.stripe.com/api/payment_methods).
 */
export const stripeCustomers = (stripe: Stripe): CustomerPort => {
  const on = (accountId: string) => ({ stripeContext: accountId })
  return {
    open: async ({ userId, email, accountId, instead }) => {
      const idempotencyKey = ['customer', userId, accountId, ...(instead ? [instead] : [])].join(':')
      const made = await askingWithAccess(() => stripe.customers.create({ email, metadata: { userId } }, { ...on(accountId), idempotencyKey }))
      return made.id
    },
    isThere: async (accountId, customerId) => {
      const found = await nullIfGone(() => stripe.customers.retrieve(customerId, {}, on(accountId)))
      return found !== null && !found.deleted
    },
    methodsOf: async (accountId, customerId) => {
      const found = await nullIfGone(() => stripe.customers.listPaymentMethods(customerId, { limit: MOST }, on(accountId)))
      return found ? found.data.flatMap(shown) : []
    },
    anonymize: async (accountId, customerId) => {
      await nullIfGone(() => stripe.customers.update(customerId, { email: '', metadata: { userId: '' } }, on(accountId)))
    },
    detach: async (accountId, methodId) => {
      try {
        await askingWithAccess(() => stripe.paymentMethods.detach(methodId, {}, on(accountId)))
      } catch (error) {
        // Stripe refuses to detach a method twice, which is no error here.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },
  }
}
