import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { cutText } from '../../kernel/cut-text.ts'
import { count, span } from '../telemetry/telemetry.ts'

export type Mail = Readonly<{
  to: string
  /** The sender's name; the address is the installation's. */
  fromName?: string
  /** The address for replies; by default the sender's. */
  replyTo?: string | null
  subject: string
  text: string
  html: string
  /** The same id for each attempt, so that mailboxes recognise duplicates. */
  messageId?: string
  headers?: Readonly<Record<string, string>>
}>

type SmtpError = Error & Readonly<{ code?: string; command?: string; responseCode?: number; response?: string }>

/**
 * Classifies an SMTP error (RFC 5321). 'refused': permanent for this mail (5yz to its recipient or text). 'deferred':
 * temporary for this mail (4yz). 'down': the server takes no mail at present.
 */
export const verdictOf = (error: unknown): 'refused' | 'deferred' | 'down' => {
  const { code, command = '', responseCode = 0 } = error as SmtpError
  if (code === 'EENVELOPE' && command === 'API') return 'refused'
  if (command !== 'RCPT TO' && command !== 'DATA') return 'down'
  if (responseCode >= 500 && responseCode < 600) return 'refused'
  // Status 421 means that the whole service is closing.
  return responseCode >= 400 && responseCode < 500 && responseCode !== 421 ? 'deferred' : 'down'
}

/** The server's answer for the ledger, 500 characters at most. */
export const wordsOf = (error: unknown): string => {
  const { response, message } = error as SmtpError
  return cutText(response ?? message, 500)
}

/** The mail server is down or defers mail; the job is retried, and mails already sent stay sent. */
export class MailIsDown extends Error {
  constructor() {
    super('mail cannot be handed over at present')
    this.name = 'MailIsDown'
  }
}

export type SendMail = (mail: Mail) => Promise<void>

/** Traces and counts a mail by the server's answer, without its content. */
const sending = (send: () => Promise<unknown>): Promise<void> =>
  span(
    'send mail',
    {},
    async ({ failed }) => {
      try {
        await send()
        count('vestry.mails', 1, { 'vestry.outcome': 'sent' })
      } catch (error) {
        const verdict = verdictOf(error)
        count('vestry.mails', 1, { 'vestry.outcome': verdict })
        failed(verdict)
        throw error
      }
    },
    { kind: 'client' },
  )

/** The number of pooled connections, and of mails that are composed at the same time. */
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
    send: ({ messageId = randomUUID(), fromName, to, replyTo, ...mail }) =>
      sending(() =>
        transport.sendMail({
          from: fromName === undefined ? from : { name: fromName.replace(/\p{Cc}+/gu, ' '), address },
          // An object counts as one address, while a string would be parsed as a list.
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
          ...mail,
          messageId: `<${messageId}@${domain}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
        }),
      ),
    close: () => transport.close(),
  }
}

/** @throws Error if the server does not answer or refuses the credentials */
export const verifyMail = async (smtpUrl: string): Promise<void> => {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  await transport.verify().finally(() => transport.close())
}

export const idIn = (messageId: string): string => messageId.replace(/^<|>$/g, '').split('@')[0] ?? ''
