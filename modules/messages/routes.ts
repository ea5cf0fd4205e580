import type { Contact } from '../kernel/contact.ts'
import type { Instant } from '../kernel/dates.ts'
import { DomainError, missing } from '../kernel/errors.ts'
import { MessageId, type NetworkId, type PayorId, ProgramId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { admins, IdParams, idOf, peopleAlone, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn, signedIn } from '../platform/http/visitor.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { dataOf, Message as Said } from '../shared/api.ts'
import { messageCodec } from './codec.ts'
import { type PendingMail, Preview } from './contract.ts'
import { messageDecider } from './decider.ts'
import type { FailingAddresses } from './failing-addresses.ts'
import { type LetterContext, letterOf } from './letters.ts'

const PROGRAM = 'Assessment program'

export type MessagesDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  limiter: Limiter
  /** The links of a mail. */
  context: LetterContext
  failing: FailingAddresses
  emailOf: (payorId: PayorId) => Promise<string | null>
  send: SendMail
  programStateOf: (id: ProgramId) => Promise<Readonly<{ networkId: NetworkId }> | null>
  exampleMail: (id: ProgramId, email: string, at: Instant) => Promise<PendingMail | null>
  ownerOf: (id: MessageId) => Promise<Readonly<{ networkId: NetworkId; paused: boolean }> | null>
  /** The contact for a network's payors. */
  contactOf: (networkId: NetworkId) => Promise<Contact>
  deliverSoon: (networkId: NetworkId, messageId: MessageId) => Promise<void>
}>

/** The routes about mails, for Admins. */
export const messageRoutes = (dependencies: MessagesDependencies): Route[] => {
  const { store, personal, limiter, context, send, programStateOf, exampleMail, ownerOf, contactOf, deliverSoon, failing, emailOf } = dependencies
  const messages = commandHandler(store, messageDecider, messageCodec(personal))
  const streamOf = (id: MessageId) => `message-${id}` as const

  const example = async (id: ProgramId, email: string, at: Instant) => {
    const mail = await exampleMail(id, email, at)
    if (!mail) throw missing(PROGRAM)
    const contact = await contactOf(mail.networkId)
    const letter = letterOf(mail, context, { contact })
    if (!letter) throw missing(PROGRAM)
    return { sender: mail.sender, replyTo: contact.email, letter: renderLetter(letter) }
  }

  return [
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/campaign/preview',
      about: 'program',
      summary: 'The bill mail as a payor would get it',
      access: peopleAlone(readers('assessment program')),
      params: IdParams,
      answer: dataOf(Preview),
      refusals: ['unfolded'],
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
      about: 'program',
      summary: 'Mail an example of the bill mail to oneself',
      access: admins('update', 'assessment program'),
      params: IdParams,
      answer: Said,
      limits: [limiter({ name: 'test-mails', max: 10, seconds: 60 })],
      refusals: ['mail-unavailable'],
      handle: async ({ visitor, params, now }) => {
        const id = idOf(ProgramId, params.id, PROGRAM)
        mayIn(visitor, (await programStateOf(id))?.networkId, 'write', PROGRAM, 'update')
        const { email } = signedIn(visitor)
        const { sender, replyTo, letter } = await example(id, email, now)
        try {
          await send({ to: email, fromName: sender, replyTo, ...letter, subject: `[Test] ${letter.subject}` })
        } catch {
          throw new DomainError('unavailable', 'mail-unavailable', 'The mail server cannot be reached. Please try again in a moment.')
        }
        return { message: `A test mail is on its way to ${email}.` }
      },
    }),
    route({
      method: 'post',
      path: '/api/messages/:id/retry',
      about: 'message',
      summary: 'Send a mail again that failed or came back; its payor may have a new address',
      access: admins('send', 'message'),
      params: IdParams,
      answer: Said,
      refusals: ['not-allowed'],
      handle: async ({ visitor, params, circumstances, settled }) => {
        const id = idOf(MessageId, params.id, 'Message')
        const owner = await ownerOf(id)
        const networkId = mayIn(visitor, owner?.networkId, 'write', 'Message', 'send')
        const { appended, state } = await messages.handle(streamOf(id), { type: 'Retry', paused: owner?.paused ?? false }, circumstances)
        await settled(appended)
        // If an Admin sends a mail again, other mails to its address resume, too (R96).
        const email = state && (await emailOf(state.about.payorId))
        if (email) await settled((await failing.takeUp(networkId, email, circumstances)).appended)
        await deliverSoon(networkId, id)
        return { message: 'The mail is being sent again.' }
      },
    }),
  ]
}
