import type { BillId, MessageId, NetworkId, PaymentId, PayorId } from '../kernel/ids.ts'
import { languageQuery } from '../kernel/language.ts'
import { signedLinks } from '../platform/http/signed-links.ts'
import type { Tasks } from '../platform/jobs.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import { deleteCaughtMail } from '../platform/personal-data/plain-copies.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { type FailingIn, failingAddresses, failingPayors } from './failing-addresses.ts'
import { failingAddressRoutes } from './failing-routes.ts'
import type { LetterContext } from './letters.ts'
import type { MailLinks } from './links.ts'
import { mailNewsRoutes } from './mail-news-routes.ts'
import { type Billed, later, mailPayorsAboutTheirPayments, type NoticeDependencies, payorMailTasks } from './mail-payors-about-their-payments.ts'
import { type OutboxDependencies, outbox as openOutbox } from './outbox.ts'
import { openReminders, type ReminderDependencies, reminderRoutes } from './reminder-routes.ts'
import { type MessagesDependencies, messageRoutes } from './routes.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'deliver-mail': Readonly<{ networkId: NetworkId; messageId: MessageId }>
  }
}

export type MessagesNeeds = Platform &
  Pick<OutboxDependencies, 'contactOf' | 'pending' | 'goesOn' | 'sentSince'> &
  Pick<MessagesDependencies, 'exampleMail' | 'ownerOf' | 'programStateOf'> &
  Pick<ReminderDependencies, 'networkOf'> &
  Pick<NoticeDependencies, 'billsShow' | 'positionChangeOf' | 'mailedBills' | 'paidTogether'> &
  Readonly<{ proofOf: (networkId: NetworkId, payment: PaymentId) => string; listOf: LetterContext['listOf'] }> &
  Readonly<{
    billedOf: (id: BillId) => Promise<Billed | null>
    /** The keyed digests among `addresses` whose addresses have stopped reminders. */
    unsubscribedOf: (networkId: NetworkId, addresses: readonly string[]) => Promise<readonly string[]>
    /** The keyed digests among `addresses` whose addresses fail. */
    failingOf: (networkId: NetworkId, addresses: readonly string[]) => Promise<readonly string[]>
    isForgotten: (payorId: PayorId) => Promise<boolean>
  }> &
  Readonly<{
    failingIn: FailingIn
    memberById: (id: PayorId) => Promise<Readonly<{ known: Readonly<{ networkId: NetworkId; person: Readonly<{ email: string | null }> }> }> | null>
  }>

export const messageProcesses: readonly Process[] = [mailPayorsAboutTheirPayments]

export const openMessages = (needs: MessagesNeeds) => {
  const { config, keys, locks, baseUrl, addJob, perProcess, proofOf, listOf, unsubscribedOf } = needs
  const links: MailLinks = {
    reminders: signedLinks(keys, 'reminders', ['networkId', 'address']),
    takeBack: signedLinks(keys, 'take-back', ['billId', 'address']),
    opened: signedLinks(keys, 'opened', ['messageId']),
    clicked: signedLinks(keys, 'clicked', ['messageId', 'billId']),
  }
  /** The keyed digest of an address. The log and the tables contain the digest instead of the address. */
  const addressOf = (networkId: NetworkId, email: string): string => keys.idDigest('address', networkId, email.toLowerCase())
  const context: LetterContext = {
    pay: (billId, language, list) => `${baseUrl()}/pay/${billId}${languageQuery(language, { list })}`,
    listOf,
    receipt: (billId, paymentId, language) => `${baseUrl()}/pay/${billId}/receipts/${paymentId}${languageQuery(language)}`,
    unsubscribe: (networkId, email, language) =>
      `${baseUrl()}/reminders/${links.reminders.issue({ networkId, address: addressOf(networkId, email) })}${languageQuery(language)}`,
    takeBack: (networkId, billId, email, language) =>
      `${baseUrl()}/pay/${billId}/take-back/${links.takeBack.issue({ billId, address: addressOf(networkId, email) })}${languageQuery(language)}`,
    proof: (networkId, payment, language) => proofOf(networkId, payment) + languageQuery(language),
    opened: (messageId) => `${baseUrl()}/api/mail/opened/${links.opened.issue({ messageId })}`,
    clicked: (messageId, billId, language, to = {}) =>
      `${baseUrl()}/api/mail/clicked/${links.clicked.issue({ messageId, billId })}${languageQuery(language, to)}`,
  }
  const reminders = openReminders({ ...needs, limiter: perProcess, links })
  const failing = failingAddresses({ ...needs, addressOf })
  const failingOf = failingPayors(needs.failingIn, addressOf)
  const knownPayor = async (id: PayorId) => (await needs.memberById(id))?.known ?? null
  const emailOf = async (id: PayorId) => (await knownPayor(id))?.person.email ?? null
  /** The addresses that get no reminders: their owners have stopped them, or mails to them fail. */
  const unsubscribed = async (networkId: NetworkId, emails: readonly string[]): Promise<ReadonlySet<string>> => {
    const byAddress = new Map(emails.map((email) => [addressOf(networkId, email), email]))
    const [wished, failed] = await Promise.all([unsubscribedOf(networkId, [...byAddress.keys()]), failing.among(networkId, emails)])
    return new Set([...wished.map((address) => byAddress.get(address) ?? ''), ...failed])
  }
  const outbox = openOutbox({
    ...needs,
    exclusively: locks.exclusively,
    unsubscribed,
    links: context,
    failing,
    takeBack: (messageId) => deleteCaughtMail(needs.pool, messageId),
  })

  const tasks: Pick<Tasks, 'deliver-mail' | 'mail-payors'> = {
    ...payorMailTasks({ ...needs, outbox }),
    'deliver-mail': async ({ networkId, messageId }) => {
      const delivery = await outbox.deliver({ networkId, only: [messageId] })
      if (delivery === 'deferred' || delivery === 'down') throw new MailIsDown()
      if (delivery === 'later') await addJob(later({ task: 'deliver-mail', payload: { networkId, messageId }, key: `deliver/${messageId}/later` }))
    },
  }
  return {
    routes: [
      ...messageRoutes({
        ...needs,
        limiter: perProcess,
        context,
        failing,
        emailOf,
        deliverSoon: (networkId, messageId) => addJob({ task: 'deliver-mail', payload: { networkId, messageId }, key: `deliver/${messageId}` }),
      }),
      ...reminderRoutes(reminders),
      ...mailNewsRoutes({
        ...needs,
        links,
        context,
        failing,
        emailOf,
        webhookSecret: config.mailWebhookSecret,
      }),
      ...failingAddressRoutes({ failing, failingPayors: failingOf, payorOf: knownPayor }),
    ],
    tasks,
    outbox,
    reminders,
    unsubscribed,
    failingPayors: failingOf,
    /**
     * True if the mailed link withdraws the claim of this bill. The link stops working once the payor has another
     * address.
     */
    isTakeBack: async (billId: BillId, token: string): Promise<boolean> => {
      const named = await links.takeBack.read(token)
      const bill = named?.billId === billId ? await needs.billedOf(billId) : null
      const email = bill && (await emailOf(bill.payorId))
      return Boolean(bill && email && addressOf(bill.networkId, email) === named?.address)
    },
  }
}
