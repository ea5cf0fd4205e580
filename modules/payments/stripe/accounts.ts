import type { Stripe } from 'stripe'
import { nullWithoutAccess } from '../../kernel/errors.ts'
import type { ProfileId } from '../../kernel/ids.ts'
import { PLATFORM_ACCESS } from '../../kernel/platform-access.ts'
import type { ConnectedAccounts } from '../../payment-profiles/contract.ts'
import { uuidV5 } from '../../platform/uuid-v5.ts'
import { asking, askingWithAccess } from './connection.ts'

/** The merchant category of religious organizations, in Stripe's list. */
const MCC = '8661'
const SHOWN = ['configuration.merchant', 'requirements'] as const

type Account = Stripe.V2.Core.Account

const isActive = (capability: { status?: string } | null | undefined): boolean => capability?.status === 'active'

const standingOf = ({ configuration, requirements }: Account) => {
  const { capabilities } = configuration?.merchant ?? {}
  return {
    chargesEnabled: isActive(capabilities?.card_payments),
    debitsEnabled: isActive(capabilities?.ach_debit_payments),
    wanted: (requirements?.entries ?? []).map(({ description }) => description),
  }
}

/**
 * Connected accounts. The network is the merchant, has Stripe's full dashboard and pays Stripe's fees itself
 * (docs.stripe.com/connect/accounts-v2, docs.stripe.com/connect/direct-charges).
 */
export const connectedAccounts = (stripe: Stripe): ConnectedAccounts => ({
  open: async ({ profileId, name, email, instead }) => {
    const account = await asking(() =>
      stripe.v2.core.accounts.create(
        {
          contact_email: email,
          display_name: name,
          dashboard: 'full',
          identity: { country: 'us', entity_type: 'non_profit' },
          configuration: { merchant: { capabilities: { card_payments: { requested: true }, ach_debit_payments: { requested: true } }, mcc: MCC } },
          defaults: { currency: 'usd', responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
          metadata: { paymentProfileId: profileId },
          include: [...SHOWN],
        },
        // The key contains the name: for a day, Stripe refuses a repeat with the same key but another name.
        { idempotencyKey: `profile:${profileId}:account:${uuidV5([name, email, ...(instead ? [instead] : [])].join('/'))}` },
      ),
    )
    return { accountId: account.id, ...standingOf(account) }
  },

  look: async (accountId) => {
    const account = await nullWithoutAccess(askingWithAccess(() => stripe.v2.core.accounts.retrieve(accountId, { include: [...SHOWN] })))
    return account ? standingOf(account) : { chargesEnabled: false, debitsEnabled: false, wanted: [PLATFORM_ACCESS] }
  },

  // Wallets need each domain to be registered (docs.stripe.com/payments/payment-methods/pmd-registration).
  allowWallets: async (accountId, domain) => {
    await asking(() => stripe.paymentMethodDomains.create({ domain_name: domain }, { stripeContext: accountId }))
  },

  link: async (accountId: string, profileId: ProfileId, baseUrl: string) => {
    const back = (page: string) => `${baseUrl}/stripe/${page}?paymentProfileId=${profileId}`
    const { url } = await askingWithAccess(() =>
      stripe.v2.core.accountLinks.create({
        account: accountId,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: {
            collection_options: { fields: 'eventually_due', future_requirements: 'include' },
            return_url: back('return'),
            refresh_url: back('reauth'),
          },
        },
      }),
    )
    return url
  },
})
