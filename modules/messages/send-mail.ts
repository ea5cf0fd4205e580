import type { Contact } from '../kernel/contact.ts'
import { type Instant, instantOf } from '../kernel/dates.ts'
import type { BillId, MessageId, NetworkId, PayorId, RunId } from '../kernel/ids.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import { type SendMail, verdictOf, wordsOf } from '../platform/mail/mail.ts'
import type { PendingMail } from './contract.ts'
import type { MessageEvent } from './events.ts'
import { type FailingAddresses, saysNoSuchMailbox } from './failing-addresses.ts'
import { billsToRemindOf, type LetterContext, letterOf } from './letters.ts'

/** A mail that is put off for longer has failed. Mail servers give up after about as long. */
const GIVE_UP_MS = 3 * 86_400_000

export type MailDependencies = Readonly<{
  send: SendMail
  now: () => Instant
  /** The addresses among `emails` that get no reminders. */
  unsubscribed: (networkId: NetworkId, emails: readonly string[]) => Promise<ReadonlySet<string>>
  /** The addresses among `emails` (in lower case) that belong to an account. */
  links: LetterContext
  failing: FailingAddresses
  isForgotten: (payorId: PayorId) => Promise<boolean>
  /** Deletes a mail from the sandbox's stored mails, because its payor was forgotten while it was being sent. */
  takeBack: (messageId: MessageId) => Promise<void>
  /** The contact for a network's payors. */
  contactOf: (networkId: NetworkId) => Promise<Contact>
}>

const STOPPED = 'No mails go to this address any more.'

/** The addresses in a page of reminders that get none. */
const silentIn = async ({ unsubscribed }: MailDependencies, networkId: NetworkId, page: readonly PendingMail[]): Promise<ReadonlySet<string>> => {
  const reminded = page.flatMap(({ purpose, email }) => (purpose === 'reminder' && email ? [email.toLowerCase()] : []))
  return reminded.length === 0 ? new Set() : unsubscribed(networkId, reminded)
}

/**
 * If a reminder mail leaves out a bill, the event lists the bills in it, so that later mails remind of the other bills
 * (R89).
 */
const billsMailedBy = (mail: PendingMail): Readonly<{ told?: readonly BillId[] }> => {
  if (mail.purpose !== 'reminder') return {}
  const bills = billsToRemindOf(mail).map(({ id }) => id)
  return bills.length < mail.billCount ? { told: bills } : {}
}

/** Sends one mail of a page. Returns the event with its result, or the reason why it still waits. */
export const mailSender = async (dependencies: MailDependencies, networkId: NetworkId, page: readonly PendingMail[]) => {
  const { send, now, links, contactOf, failing, isForgotten, takeBack } = dependencies
  const [silent, contact, failed] = await Promise.all([
    silentIn(dependencies, networkId, page),
    contactOf(networkId),
    failing.among(networkId, [...new Set(page.flatMap(({ email }) => email?.toLowerCase() ?? []))]),
  ])

  return async (mail: PendingMail, runId: RunId | null): Promise<MessageEvent | 'deferred' | 'down'> => {
    const { id: messageId, email, sender, purpose, queuedAt } = mail
    const address = email?.toLowerCase() ?? ''
    const noteFailure = () =>
      failing.note(
        { networkId, email: address, payorId: mail.payorId, reason: 'unknown' },
        { actor: 'system:mail', at: now(), cause: `failure/${messageId}` },
      )
    const letter = purpose === 'reminder' && silent.has(address) ? null : letterOf(mail, links, { contact })
    // Not recorded as failed, so that other payors who share the reminder's address still get their reminders (R89).
    if (!letter || (!email && purpose === 'reminder')) return { type: 'MessageDropped', data: { messageId, runId } }
    if (!email) return { type: 'MessageFailed', data: { messageId, runId, error: 'The payor no longer has an e-mail address.' } }
    if (failed.has(address)) {
      // The address is known to fail. Records that for this payor, too.
      await noteFailure()
      return { type: 'MessageFailed', data: { messageId, runId, error: STOPPED } }
    }
    if (await isForgotten(mail.payorId)) return { type: 'MessageDropped', data: { messageId, runId } }
    try {
      await send({ to: email, fromName: sender, replyTo: contact.email, messageId, ...renderLetter(letter) })
      if (await isForgotten(mail.payorId)) await takeBack(messageId)
      return { type: 'MessageSent', data: { messageId, runId, ...billsMailedBy(mail) } }
    } catch (error) {
      const verdict = verdictOf(error)
      const tooLong = verdict === 'deferred' && queuedAt < instantOf(Date.parse(now()) - GIVE_UP_MS)
      if (verdict === 'refused' && saysNoSuchMailbox(wordsOf(error))) await noteFailure()
      return verdict === 'refused' || tooLong ? { type: 'MessageFailed', data: { messageId, runId, error: wordsOf(error) } } : verdict
    }
  }
}
