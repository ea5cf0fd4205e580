import type { LocalDate } from '../kernel/dates.ts'
import type { BillId, MandateId, NetworkId, UserId } from '../kernel/ids.ts'
import { languageQuery } from '../kernel/language.ts'
import type { Cents } from '../kernel/money.ts'
import type { SignedLinks } from '../platform/http/signed-links.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { type Letter, renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { reaction } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { Charging } from './charging.ts'
import type { EndReason, FailureKind } from './contract.ts'
import { chargeKey, type MandateEvent, mandateEvents, mandateStream } from './events.ts'
import { type About, endedLetter, failedLetter, givenLetter, noticeLetter } from './letters.ts'

type On = Readonly<{ billId: BillId; dueDate: LocalDate }>
/** The content of a mail. A job stays in its table when it fails, so it has ids only. */
type What =
  | Readonly<{ what: 'given' }>
  | Readonly<{ what: 'ended'; because: EndReason }>
  | (On & Readonly<{ what: 'notice'; amount: Cents; on: LocalDate }>)
  | (On & Readonly<{ what: 'failed'; failure: FailureKind; code: string | null; retryOn: LocalDate | null }>)

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'mail-about-autopay': What & Readonly<{ mandateId: MandateId; messageId: string }>
  }
}

/** Ends that the payor knows of already, or that a mail about the failed charge tells. */
const UNMAILED: readonly EndReason[] = ['payor', 'replaced', 'account-deleted', 'declined']

const whatOf = ({ type, data }: MandateEvent): What | null => {
  if (type === 'MandateGiven') return { what: 'given' }
  if (type === 'MandateEnded') return UNMAILED.includes(data.because) ? null : { what: 'ended', because: data.because }
  if (type === 'ChargeNoticed') return { what: 'notice', billId: data.billId, dueDate: data.dueDate, amount: data.amount, on: data.on }
  if (type !== 'ChargeFailed' || data.kind === 'interrupted') return null
  const { billId, dueDate, kind: failure, code, retryOn } = data
  return { what: 'failed', billId, dueDate, failure, code, retryOn }
}

/** Mails payors about their mandates: when one begins or ends, before each charge, and after a failed one. */
export const mailPayorsAboutAutopay = reaction(mandateEvents, {
  name: 'mail-payors-about-autopay',
  categories: ['mandate'],
  reactsTo: ['MandateGiven', 'MandateEnded', 'ChargeNoticed', 'ChargeFailed'],
  jobsFor: (events) =>
    events.flatMap((event): Job[] => {
      const what = whatOf(event)
      const messageId = uuidV5(`autopay/${event.id}`)
      return what
        ? [{ task: 'mail-about-autopay', payload: { ...what, mandateId: event.data.mandateId, messageId }, key: `autopay/${messageId}` }]
        : []
    }),
})

export type AutopayLinks = SignedLinks<'mandateId' | 'billId' | 'dueDate'>

export type AutopayMailDependencies = Readonly<{
  send: SendMail
  baseUrl: () => string
  links: AutopayLinks
  charging: Pick<Charging, 'load'>
  accountById: (id: UserId) => Promise<Readonly<{ email: string; firstName: string }> | null>
  mailNamesOf: (id: NetworkId) => Promise<Readonly<{ name: string; sender: string }> | null>
  contactOf: (id: NetworkId) => Promise<Readonly<{ email: string | null }>>
  programNameOf: (id: BillId) => Promise<string | null>
}>

/** In links that concern no bill. */
export const NO_BILL = '-'

export const autopayMailTasks = (needs: AutopayMailDependencies): Pick<Tasks, 'mail-about-autopay'> => ({
  'mail-about-autopay': async ({ mandateId, messageId, ...what }) => {
    const { state: mandate } = await needs.charging.load(mandateStream(mandateId))
    const [account, names] = mandate
      ? await Promise.all([needs.accountById(mandate.userId), needs.mailNamesOf(mandate.networkId)])
      : ([null, null] as const)
    if (!mandate || !account || !names) return
    const { language } = mandate
    const of = 'billId' in what ? what : null
    // A notice or a failure of a charge that was skipped or stopped since needs no mail.
    if (what.what === 'notice' && (mandate.isEnded || mandate.charges.get(chargeKey(what))?.stage !== 'noticed')) return
    const query = languageQuery(language)
    const link = (act: 'skip' | 'stop') => {
      const token = needs.links.issue({ mandateId, billId: of?.billId ?? NO_BILL, dueDate: of?.dueDate ?? NO_BILL })
      return `${needs.baseUrl()}/autopay/${token}${query ? `${query}&` : '?'}do=${act}`
    }
    const about: About = {
      ...{ language, firstName: account.firstName, email: account.email, network: names.name },
      program: of && (await needs.programNameOf(of.billId)),
      ...{ kind: mandate.method.kind, card: mandate.card },
      links: {
        pay: of ? `${needs.baseUrl()}/pay/${of.billId}${query}` : '',
        skip: link('skip'),
        stop: link('stop'),
        manage: `${needs.baseUrl()}/my-payment-methods`,
      },
    }
    const letterOf = (): Letter => {
      if (what.what === 'given') return givenLetter(about, mandate.consent)
      if (what.what === 'ended') return endedLetter(about, what.because)
      if (what.what === 'notice') return noticeLetter(about, what)
      return failedLetter(about, { ...what, amount: mandate.charges.get(chargeKey(what))?.amount ?? 0 })
    }
    const { email } = await needs.contactOf(mandate.networkId)
    await needs.send({ to: account.email, fromName: names.sender, replyTo: email, messageId, ...renderLetter(letterOf()) })
  },
})
