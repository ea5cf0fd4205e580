import type { Decider } from '../kernel/decider.ts'
import type { NetworkId, PayorId } from '../kernel/ids.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { FailingPayors } from './contract.ts'
import { type AddressState, addressFold, type ReminderEvent } from './events.ts'
import type { FailureReason } from './values.ts'

export type AddressCommand =
  | Readonly<{ type: 'NoteFailure'; networkId: NetworkId; address: string; payorId: PayorId; reason: FailureReason }>
  | Readonly<{ type: 'TakeUp'; networkId: NetworkId; address: string }>

/** Decides if mails to an address have stopped, for each network (R96). */
export const addressDecider: Decider<AddressState, AddressCommand, ReminderEvent> = {
  ...addressFold,
  decide: (command, { failing }) => {
    const { networkId, address } = command
    if (command.type === 'TakeUp') return failing.size > 0 ? [{ type: 'AddressTakenUp', data: { networkId, address } }] : []
    const { payorId, reason } = command
    return failing.has(payorId) ? [] : [{ type: 'AddressFailed', data: { networkId, address, payorId, reason } }]
  },
}

/**
 * Status codes for a missing mailbox (RFC 3463, RFC 7505): unknown mailbox (5.1.1), no such host (5.1.2), a host
 * without mail (5.1.10), a disabled mailbox (5.2.1). A refusal because of policy, size or the sender says nothing about
 * the mailbox.
 */
const GONE: readonly string[] = ['5.1.1', '5.1.2', '5.1.10', '5.2.1']
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]\d)/
/** Texts that report a missing mailbox, from servers that give no such status, only 550 or 551. */
const WORDS = /\b(?:user unknown|unknown user|no such (?:user|mailbox|recipient)|(?:user|mailbox|recipient) (?:does not exist|not found))\b/i

/** True if a mail server's answer means that the mailbox does not exist. */
export const saysNoSuchMailbox = (answer: string): boolean => {
  const [status] = STATUS.exec(answer) ?? []
  return status === undefined ? !/^4\d\d\b/.test(answer) && WORDS.test(answer) : GONE.includes(status)
}

export type FailingAddresses = Readonly<{
  /** The addresses among `emails` to which the network has stopped its mails. */
  among: (networkId: NetworkId, emails: readonly string[]) => Promise<ReadonlySet<string>>
  note: (
    failure: Readonly<{ networkId: NetworkId; email: string; payorId: PayorId; reason: FailureReason }>,
    because: Circumstances,
  ) => Promise<readonly Appended[]>
  takeUp: (networkId: NetworkId, email: string, because: Circumstances) => ReturnType<ReturnType<typeof handlerOf>>
}>

/**
 * Payors whose current address may fail: those whose mail has failed, and others who share the address. `address`: its
 * keyed digest.
 */
export type FailingIn = (
  ...asked: Parameters<FailingPayors>
) => Promise<readonly (Awaited<ReturnType<FailingPayors>>[number] & Readonly<{ address: string }>)[]>

/** The payors whose current address fails. Leaves out those who have another address by now. */
export const failingPayors =
  (failingIn: FailingIn, addressOf: Dependencies['addressOf']): FailingPayors =>
  async (networkId, only) =>
    (await failingIn(networkId, only)).filter(({ email, address }) => addressOf(networkId, email) === address)

const handlerOf = (store: EventStore) => commandHandler(store, addressDecider).handle

type Dependencies = Readonly<{
  store: EventStore
  addressOf: (networkId: NetworkId, email: string) => string
  /** The keyed digests among `addresses` whose addresses fail. */
  failingOf: (networkId: NetworkId, addresses: readonly string[]) => Promise<readonly string[]>
}>

export const failingAddresses = ({ store, addressOf, failingOf }: Dependencies): FailingAddresses => {
  const handle = handlerOf(store)
  return {
    among: async (networkId, emails) => {
      const byAddress = new Map(emails.map((email) => [addressOf(networkId, email), email]))
      return new Set((await failingOf(networkId, [...byAddress.keys()])).map((address) => byAddress.get(address) ?? ''))
    },
    note: async ({ networkId, email, payorId, reason }, because) => {
      const address = addressOf(networkId, email)
      const { appended } = await handle(`reminders-${address}`, { type: 'NoteFailure', networkId, address, payorId, reason }, because)
      return appended
    },
    takeUp: (networkId, email, because) => {
      const address = addressOf(networkId, email)
      return handle(`reminders-${address}`, { type: 'TakeUp', networkId, address }, because)
    },
  }
}
