import { z } from 'zod'
import { dataOf, Message as Said } from '../kernel/api.ts'
import type { Instant } from '../kernel/dates.ts'
import { DomainError, missing } from '../kernel/errors.ts'
import { BillId, MessageId, type NetworkId, ProgramId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { EventStore } from '../platform/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import { renderLetter } from '../platform/letter.ts'
import type { Limiter } from '../platform/limits.ts'
import { idIn, type SendMail } from '../platform/mail.ts'
import type { PersonalData } from '../platform/personal-data.ts'
import { admins, everyone, IdParams, idOf, type Route, readers, route } from '../platform/route.ts'
import { signedBody } from '../platform/signed-body.ts'
import type { SignedLinks } from '../platform/signed-links.ts'
import { mayIn, signedIn } from '../platform/visitor.ts'
import { MailNews, type PendingMail, Preview, ReminderWish, ReminderWishChange } from './contract.ts'
import { messageDecider } from './decider.ts'
import { type LetterContext, letterOf } from './letters.ts'
import { reminderDecider } from './reminder-wishes.ts'
import { messageTexts } from './texts.ts'

const PROGRAM = 'Assessment program'
const TokenParams = z.object({ token: z.string().max(400) })

/** A GIF of one transparent point. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The links that only this installation can have mailed. */
export type MailLinks = Readonly<{
  reminders: SignedLinks<'networkId' | 'address'>
  opened: SignedLinks<'messageId'>
  clicked: SignedLinks<'messageId' | 'billId'>
}>

export type MessagesDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  limiter: Limiter
  links: MailLinks
  /** Where the links of a mail lead. */
  context: LetterContext
  send: SendMail
  /** Without it, nobody can tell of mails that came back. */
  webhookSecret: string | undefined
  programStateOf: (id: ProgramId) => Promise<Readonly<{ networkId: NetworkId }> | null>
  exampleMail: (id: ProgramId, email: string, at: Instant) => Promise<PendingMail | null>
  ownerOf: (id: MessageId) => Promise<Readonly<{ networkId: NetworkId; paused: boolean }> | null>
  networkOf: (id: NetworkId) => Promise<Readonly<{ name: string; language: Language }> | null>
  /** Sends what waits, soon. */
  deliverSoon: (networkId: NetworkId, messageId: MessageId) => Promise<void>
}>

/** Mails as an admin looks after them, as payors answer to them by their links, and as mail services tell of them. */
export const messageRoutes = (dependencies: MessagesDependencies): Route[] => {
  const { store, personal, limiter, links, context, send, webhookSecret, programStateOf, exampleMail, ownerOf, networkOf, deliverSoon } = dependencies
  const messages = commandHandler(store, messageDecider, messageTexts(personal))
  const wishes = commandHandler(store, reminderDecider)
  const streamOf = (id: MessageId) => `message-${id}` as const

  const example = async (id: ProgramId, email: string, at: Instant) => {
    const mail = await exampleMail(id, email, at)
    const letter = mail && letterOf(mail, context)
    if (!mail || !letter) throw missing(PROGRAM)
    return { sender: mail.sender, letter: renderLetter(letter) }
  }

  /** What a reminder link is about; a forged one is as good as none. */
  const wished = (token: string) => {
    const named = links.reminders.read(token)
    if (!named) throw new DomainError('missing', 'not-found', 'This link is not valid. Please use the one in your mail.')
    return { networkId: named.networkId as NetworkId, address: named.address, stream: `reminders-${named.address}` as const }
  }
  const wishOf = async (networkId: NetworkId, stopped: boolean) => {
    const network = await networkOf(networkId)
    if (!network) throw missing('Network')
    return { data: { networkName: network.name, language: network.language, stopped } }
  }

  const forPayors = [limiter({ name: 'mailed-links', max: 60, seconds: 60 })]
  return [
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/campaign/preview',
      summary: 'The bill mail as a payor would get it',
      access: readers('assessment program'),
      params: IdParams,
      answer: dataOf(Preview),
      handle: async ({ visitor, params, now }) => {
        const id = idOf(ProgramId, params.id, PROGRAM)
        mayIn(visitor, (await programStateOf(id))?.networkId, 'read', PROGRAM, 'view')
        const { subject, html, text } = (await example(id, signedIn(visitor).email, now)).letter
        return { data: { subject, html, text } }
      },
    }),
    route({
      method: 'post',
      path: '/api/assessment-programs/:id/campaign/test-mail',
      summary: 'Mail an example of the bill mail to oneself',
      access: admins('update', 'assessment program'),
      params: IdParams,
      answer: Said,
      limits: [limiter({ name: 'test-mails', max: 10, seconds: 60 })],
      handle: async ({ visitor, params, now }) => {
        const id = idOf(ProgramId, params.id, PROGRAM)
        mayIn(visitor, (await programStateOf(id))?.networkId, 'write', PROGRAM, 'update')
        const { email } = signedIn(visitor)
        const { sender, letter } = await example(id, email, now)
        try {
          await send({ to: email, fromName: sender, ...letter, subject: `[Test] ${letter.subject}` })
        } catch {
          throw new DomainError('unavailable', 'mail-unavailable', 'The mail server cannot be reached. Please try again in a moment.')
        }
        return { message: `A test mail is on its way to ${email}.` }
      },
    }),
    route({
      method: 'post',
      path: '/api/messages/:id/retry',
      summary: 'Send a mail again that failed or came back; its payor may have a new address',
      access: admins('send', 'message'),
      params: IdParams,
      answer: Said,
      handle: async ({ visitor, params, circumstances, settled }) => {
        const id = idOf(MessageId, params.id, 'Message')
        const owner = await ownerOf(id)
        const networkId = mayIn(visitor, owner?.networkId, 'write', 'Message', 'send')
        const { appended } = await messages.handle(streamOf(id), { type: 'Retry', paused: owner?.paused ?? false }, circumstances)
        await settled(appended)
        await deliverSoon(networkId, id)
        return { message: 'The mail is sent again.' }
      },
    }),
    route({
      method: 'get',
      path: '/api/reminders/:token',
      summary: 'Do reminders come to the address that a mailed link belongs to?',
      access: everyone,
      params: TokenParams,
      answer: dataOf(ReminderWish),
      limits: forPayors,
      handle: async ({ params }) => {
        const { networkId, stream } = wished(params.token)
        return wishOf(networkId, (await wishes.load(stream)).state)
      },
    }),
    route({
      method: 'put',
      path: '/api/reminders/:token',
      summary: 'Stop reminders by a mailed link, or have them come again; bills come all the same',
      access: everyone,
      params: TokenParams,
      body: ReminderWishChange,
      answer: dataOf(ReminderWish),
      limits: forPayors,
      handle: async ({ params, body: { stopped }, circumstances, settled }) => {
        const { networkId, address, stream } = wished(params.token)
        const { appended } = await wishes.handle(stream, { type: 'Wish', networkId, address, stopped }, circumstances)
        await settled(appended)
        return wishOf(networkId, stopped)
      },
    }),
    route({
      method: 'post',
      path: '/reminders/:token',
      summary: 'Stop reminders by the one press of a mail program (RFC 8058), which sends a form and no sign-in',
      access: everyone,
      params: TokenParams,
      rawBody: true,
      answer: dataOf(ReminderWish),
      limits: forPayors,
      handle: async ({ params, circumstances, settled }) => {
        const { networkId, address, stream } = wished(params.token)
        const command = { type: 'Wish', networkId, address, stopped: true } as const
        const { appended } = await wishes.handle(stream, command, circumstances)
        await settled(appended)
        return wishOf(networkId, true)
      },
    }),
    route({
      method: 'get',
      path: '/api/mail/opened/:token',
      summary: 'The picture that tells of an opened mail',
      access: everyone,
      params: TokenParams,
      handle: async ({ params, circumstances, res }) => {
        const id = MessageId.safeParse(links.opened.read(params.token)?.messageId)
        if (!id.success) throw missing('Message')
        await messages.handle(streamOf(id.data), { type: 'NoteOpened' }, circumstances)
        res.type('gif').send(PIXEL)
        return undefined
      },
    }),
    route({
      method: 'get',
      path: '/api/mail/clicked/:token',
      summary: 'The way from a mail to the pay page, which tells of a click',
      access: everyone,
      params: TokenParams,
      handle: async ({ params, circumstances, res }) => {
        const named = links.clicked.read(params.token)
        const id = MessageId.safeParse(named?.messageId)
        const bill = BillId.safeParse(named?.billId)
        if (!id.success || !bill.success) throw missing('Message')
        // Whoever wants to pay gets there, whatever becomes of the note.
        await messages.handle(streamOf(id.data), { type: 'NoteClicked' }, circumstances).catch(() => {})
        res.redirect(302, context.pay(bill.data))
        return undefined
      },
    }),
    route({
      method: 'post',
      path: '/api/mail/events',
      summary: 'What a mail service tells of mails that came back, signed (header Vestry-Signature)',
      access: everyone,
      rawBody: true,
      answer: z.object({ received: z.number().int() }),
      handle: async ({ req, circumstances, settled }) => {
        const { events } = MailNews.parse(await signedBody(req, 'vestry-signature', webhookSecret, Math.floor(Date.now() / 1000)))
        let received = 0
        for (const { type, messageId, reason } of events) {
          const id = MessageId.safeParse(idIn(messageId).toLowerCase())
          // Other kinds of news, and mails that are none to payors, are passed over.
          if (!id.success || !['bounced', 'bounce'].includes(type.toLowerCase())) continue
          if ((await messages.load(streamOf(id.data))).state === null) continue
          const because = { ...circumstances, cause: `${circumstances.cause} ${id.data}` }
          const error = reason.slice(0, 500) || 'The mail came back.'
          const { appended } = await messages.handle(streamOf(id.data), { type: 'NoteBounced', error }, because)
          await settled(appended)
          received += 1
        }
        return { received }
      },
    }),
  ]
}
