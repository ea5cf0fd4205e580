import { z } from 'zod'
import { ListToken } from '../bills/contract.ts'
import { cutText } from '../kernel/cut-text.ts'
import { missing } from '../kernel/errors.ts'
import { BillId, MessageId, PaymentId, type PayorId } from '../kernel/ids.ts'
import { OF_COMMANDS } from '../kernel/refusals.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'
import { signedBody } from '../platform/http/signed-body.ts'
import type { Costly } from '../platform/http/turns.ts'
import { idIn } from '../platform/mail/mail.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { Language } from '../shared/api.ts'
import { messageCodec } from './codec.ts'
import { MailNews } from './contract.ts'
import { messageDecider } from './decider.ts'
import type { MessageAbout } from './events.ts'
import { type FailingAddresses, saysNoSuchMailbox } from './failing-addresses.ts'
import type { LetterContext } from './letters.ts'
import { type MailLinks, TokenParams } from './links.ts'
import type { FailureReason } from './values.ts'

/** The names that mail services give to bounces and complaints. */
const kinds: Readonly<Record<string, 'bounce' | 'complaint' | undefined>> = {
  bounce: 'bounce',
  bounced: 'bounce',
  complaint: 'complaint',
  complained: 'complaint',
  spamcomplaint: 'complaint',
  spamreport: 'complaint',
}

/** A GIF of one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The language of the page; and the payment, if the link leads to its receipt. */
const ClickedQuery = z.object({ lang: Language.optional(), payment: PaymentId.optional(), list: ListToken })

export type MailNewsDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  links: MailLinks
  /** The links of a mail. */
  context: LetterContext
  failing: FailingAddresses
  emailOf: (payorId: PayorId) => Promise<string | null>
  /** Without this secret, all reports of mail services are rejected. */
  webhookSecret: string | undefined
  costly: Pick<Costly, 'signedBodies'>
}>

/** The routes that learn what happened to sent mails: opened, clicked, returned. */
export const mailNewsRoutes = ({ store, personal, links, context, webhookSecret, costly, failing, emailOf }: MailNewsDependencies): Route[] => {
  const messages = commandHandler(store, messageDecider, messageCodec(personal))
  const streamOf = (id: MessageId) => `message-${id}` as const

  const noteFailure = async (
    { networkId, payorId }: MessageAbout,
    recipient: string | undefined,
    reason: FailureReason,
    because: Circumstances,
  ): Promise<readonly Appended[]> => {
    const email = (await emailOf(payorId))?.toLowerCase()
    const isTheirs = email && (recipient === undefined || recipient.toLowerCase() === email)
    return isTheirs ? failing.note({ networkId, email, payorId, reason }, because) : []
  }

  return [
    route({
      method: 'get',
      path: '/api/mail/opened/:token',
      about: null,
      summary: 'The picture that tells of an opened mail',
      access: everyone,
      params: TokenParams,
      refusals: [...OF_COMMANDS],
      handle: async ({ params, circumstances, res }) => {
        const id = MessageId.safeParse((await links.opened.read(params.token))?.messageId)
        if (!id.success) throw missing('Message')
        await messages.handle(streamOf(id.data), { type: 'NoteOpened' }, circumstances)
        res.type('gif').send(PIXEL)
        return undefined
      },
    }),
    route({
      method: 'get',
      path: '/api/mail/clicked/:token',
      about: null,
      summary: 'The way from a mail to the pay page, which tells of a click',
      access: everyone,
      params: TokenParams,
      query: ClickedQuery,
      forgiving: true,
      handle: async ({ params, query, circumstances, res }) => {
        const named = await links.clicked.read(params.token)
        const id = MessageId.safeParse(named?.messageId)
        const bill = BillId.safeParse(named?.billId)
        if (!id.success || !bill.success) throw missing('Message')
        // The visitor is redirected even if the click cannot be recorded.
        await messages.handle(streamOf(id.data), { type: 'NoteClicked' }, circumstances).catch(() => {})
        const { lang = 'en', payment, list } = query
        res.redirect(302, payment ? context.receipt(bill.data, payment, lang) : context.pay(bill.data, lang, list))
        return undefined
      },
    }),
    route({
      method: 'post',
      path: '/api/mail/events',
      summary: 'What a mail service tells of mails that came back, signed (header Vestry-Signature)',
      access: everyone,
      rawBody: true,
      limits: [costly.signedBodies],
      answer: z.object({ received: z.number().int() }),
      refusals: [...OF_COMMANDS, 'invalid', 'too-large', 'signature-invalid', 'not-sent'],
      handle: async ({ req, circumstances, settled }) => {
        const { events } = MailNews.parse(await signedBody(req, 'vestry-signature', webhookSecret, Math.floor(Date.now() / 1000)))
        let received = 0
        for (const news of events) {
          const { type, messageId, reason } = news
          const id = MessageId.safeParse(idIn(messageId).toLowerCase())
          // Ignores other kinds of events, and events about mails that did not go to payors.
          const kind = kinds[type.toLowerCase()]
          if (!id.success || !kind) continue
          const { state } = await messages.load(streamOf(id.data))
          if (state === null) continue
          const because = { ...circumstances, cause: `${circumstances.cause} ${id.data}` }
          const error = cutText(reason, 500) || 'The mail came back.'
          const { appended } =
            kind === 'bounce' ? await messages.handle(streamOf(id.data), { type: 'NoteBounced', error }, because) : { appended: [] }
          await settled(appended)
          if (kind === 'complaint' || saysNoSuchMailbox(news.status ?? reason))
            await settled(await noteFailure(state.about, news.recipient, kind === 'complaint' ? 'complaint' : 'unknown', because))
          received += 1
        }
        return { received }
      },
    }),
  ]
}
