import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { methodAndReference } from './intents.ts'

const link = (sources?: object[]) => ({ type: 'link', link: { country: 'US', ...(sources && { funding_sources: sources }) } })

test.each([
  ['a card', { type: 'card', card: { brand: 'visa', last4: '4242' } }, { method: 'credit', reference: 'Visa 4242' }],
  [
    'a bank debit',
    { type: 'us_bank_account', us_bank_account: { bank_name: 'First Bank', last4: '6789' } },
    { method: 'ach', reference: 'First Bank 6789' },
  ],
  [
    'an instant bank payment through Link',
    link([{ type: 'us_bank_account', us_bank_account: { bank_name: 'First Bank', last4: '6789' } }]),
    { method: 'ach', reference: 'First Bank 6789' },
  ],
  ['a card through Link', link([{ type: 'card', card: { brand: 'visa', last4: '4242' } }]), { method: 'credit', reference: 'Link' }],
  ['Link without its source', link(), { method: 'credit', reference: 'Link' }],
  ['no charge', null, { method: 'credit', reference: null }],
])('%s has its method and reference', (_, details, shown) => {
  expect(methodAndReference(details as Stripe.Charge.PaymentMethodDetails | null)).toEqual(shown)
})
