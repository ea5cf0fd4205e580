import { z } from 'zod'
import type { LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, eventsOf, foldOf, sealed, sealedFor, sentenceOf, text } from '../kernel/events.ts'
import type { DepositId, NetworkId, ProfileId, RemittanceId } from '../kernel/ids.ts'
import { type Cents, money } from '../kernel/money.ts'
import { webhookEvent } from '../webhooks/contract.ts'
import { checks } from './values.ts'

export const depositStream = (id: DepositId) => `deposit-${id}` as const

const of = { depositId: text<DepositId>(), networkId: text<NetworkId>() }
const terms = {
  day: text<LocalDate>(),
  /** The account to which the money goes. */
  profileId: text<ProfileId>(),
  expectedCount: z.int(),
  expectedTotal: cents,
}
export type DepositTerms = Readonly<{ day: LocalDate; profileId: ProfileId; expectedCount: number; expectedTotal: Cents }>

export type DepositState =
  | (Readonly<{
      depositId: DepositId
      networkId: NetworkId
      /** The remittances in the deposit, with their amounts. One may still be refused until the deposit is closed. */
      items: ReadonlyMap<RemittanceId, Cents>
      isClosed: boolean
    }> &
      DepositTerms)
  | null

const event = eventsOf<DepositState>()
const without = (items: ReadonlyMap<RemittanceId, Cents>, id: RemittanceId) => new Map([...items].filter(([one]) => one !== id))

/** The events of a deposit (R143 to R145). They are kept forever: add optional fields only, or a new event. */
export const depositEvents = {
  DepositOpened: event(z.object({ ...of, ...terms }), {
    icon: 'bank',
    says: ({ expectedCount, expectedTotal }) => `Opened for ${checks(expectedCount)}, ${money(expectedTotal)}`,
    evolve: (_, data) => ({ ...data, items: new Map(), isClosed: false }),
    webhook: null,
  }),
  DepositChanged: event(z.object({ ...of, ...terms }), {
    icon: 'pencil',
    repeatable: true,
    says: 'Changed',
    evolve: (deposit, data) => deposit && { ...deposit, ...data },
    webhook: null,
  }),
  /** A remittance that has begun belongs to the deposit. If it is refused, the deposit drops it. */
  DepositItemAdded: event(z.object({ ...of, remittanceId: text<RemittanceId>(), amount: cents }), {
    icon: 'plus',
    says: ({ amount }) => `${money(amount)} added`,
    evolve: (deposit, { remittanceId, amount }) => deposit && { ...deposit, items: new Map(deposit.items).set(remittanceId, amount) },
    webhook: null,
  }),
  DepositItemDropped: event(z.object({ ...of, remittanceId: text<RemittanceId>() }), {
    icon: 'cross',
    says: ({ remittanceId }, { before }) => {
      const amount = before?.items.get(remittanceId)
      return `${amount === undefined ? 'A payment' : money(amount)} dropped, since it was refused or reversed`
    },
    evolve: (deposit, { remittanceId }) => deposit && { ...deposit, items: without(deposit.items, remittanceId) },
    webhook: null,
  }),
  /** `reason`: why the totals differ from the expected ones. */
  DepositClosed: event(
    z.object({
      ...of,
      day: terms.day,
      profileId: terms.profileId,
      count: z.int(),
      total: cents,
      reason: sealed(z.string().nullable()),
      ...sealedFor,
    }),
    {
      icon: 'check',
      says: ({ count, total }) => `Closed with ${checks(count)}, ${money(total)}`,
      evolve: (deposit) => deposit && { ...deposit, isClosed: true },
      webhook: ({ depositId, profileId, day, count, total }) =>
        webhookEvent('deposit.closed', { depositId, paymentProfileId: profileId, day, currency: 'USD', count, totalCents: total }),
    },
  ),
  DepositReopened: event(z.object({ ...of, profileId: terms.profileId, reason: sealed(z.string()), ...sealedFor }), {
    icon: 'restore',
    repeatable: true,
    says: 'Reopened',
    evolve: (deposit) => deposit && { ...deposit, isClosed: false },
    webhook: ({ depositId, profileId }) => webhookEvent('deposit.reopened', { depositId, paymentProfileId: profileId }),
  }),
}

export type DepositEvent = EventOf<typeof depositEvents>
export const depositFold = foldOf<DepositState, typeof depositEvents>(depositEvents)
export const depositSentence = sentenceOf(depositEvents)
