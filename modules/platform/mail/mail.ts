import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'

export type Mail = Readonly<{
  to: string
  /** Whom the mail is from; the address stays the installation's. */
  fromName?: string
  subject: string
  text: string
  html: string
  /** The same id for each try at the same mail, so that a mailbox can tell repeats. */
  messageId?: string
  headers?: Readonly<Record<string, string>>
}>

type SmtpError = Error & Readonly<{ code?: string; command?: string; responseCode?: number; response?: string }>

/**
 * What an error says of a mail (RFC 5321). 'refused': the other side will not take this one, now or later (5yz to its
 * recipient or its text). 'deferred': not now, but others may go (4yz). 'down': nobody takes mail at present.
 */
export const verdictOf = (error: unknown): 'refused' | 'deferred' | 'down' => {
  const { code, command = '', responseCode = 0 } = error as SmtpError
  if (code === 'EENVELOPE' && command === 'API') return 'refused'
  if (command !== 'RCPT TO' && command !== 'DATA') return 'down'
  if (responseCode >= 500 && responseCode < 600) return 'refused'
  // 421: the whole service is closing.
  return responseCode >= 400 && responseCode < 500 && responseCode !== 421 ? 'deferred' : 'down'
}

/** What the other side answered, for the ledger; never longer than a few lines. */
export const wordsOf = (error: unknown): string => {
  const { response, message } = error as SmtpError
  return (response ?? message).slice(0, 500)
}

/** Mail cannot be handed over at present; what has gone stays gone, and the rest is tried again. */
export class MailIsDown extends Error {
  constructor() {
    super('mail cannot be handed over at present')
    this.name = 'MailIsDown'
  }
}

export type SendMail = (mail: Mail) => Promise<void>

/** Connections that are kept open, and mails that are composed at once. */
const CONNECTIONS = 8

/** Sends through any SMTP server, over a few kept connections. */
export const mailer = (smtpUrl: string, from: string): Readonly<{ send: SendMail; close: () => void }> => {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  const address = /([^<\s]+@[^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'billing@vestry.example'
  const domain = address.slice(address.indexOf('@') + 1)
  return {
    send: async ({ messageId = randomUUID(), fromName, to, ...mail }) => {
      await transport.sendMail({
        from: fromName === undefined ? from : { name: fromName.replace(/\p{Cc}+/gu, ' '), address },
        // As an object it is one address, whatever stands in it.
        to: { name: '', address: to },
        ...mail,
        messageId: `<${messageId}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport.close(),
  }
}

/** The id that a mail was sent with, from a Message-ID header. */
export const idIn = (messageId: string): string => messageId.replace(/^<|>$/g, '').split('@')[0] ?? ''
