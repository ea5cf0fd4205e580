import type { Contact } from '../kernel/contact.ts'
import { missing } from '../kernel/errors.ts'
import type { BillId, NetworkId } from '../kernel/ids.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { chargeKey } from './events.ts'
import { type AutopayActs, autopayLinks } from './routes.ts'

export type AutopayLinkPageDependencies = Readonly<{
  limiter: Limiter
  networkOf: (id: NetworkId) => Promise<Readonly<{ name: string }> | null>
  contactOf: (id: NetworkId) => Promise<Contact>
  programNameOf: (id: BillId) => Promise<string | null>
}>

/** The content and the actions of the pages behind autopay's mailed links. */
export const autopayLinkPages = ({ limiter, networkOf, contactOf, programNameOf }: AutopayLinkPageDependencies, { named, follow }: AutopayActs) => ({
  limits: [limiter(autopayLinks)],
  follow,
  /** @throws DomainError 404 for a forged link */
  look: async (token: string) => {
    const { charge, state } = await named(token)
    const network = await networkOf(state.networkId)
    if (!network) throw missing('Network')
    return {
      ...{ network: network.name, contact: await contactOf(state.networkId) },
      ...{ card: state.card, isEnded: state.isEnded },
      program: charge && (await programNameOf(charge.billId)),
      charge: (charge && state.charges.get(chargeKey(charge))) ?? null,
    }
  },
})
export type AutopayLinkPages = ReturnType<typeof autopayLinkPages>
