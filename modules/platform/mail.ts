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

/** The other side will not take this mail, now or later (RFC 5321, 5yz). Anything else may be tried again. */
export const isRefusal = (error: unknown): error is Error & { response?: string } => {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600
}

export type SendMail = (mail: Mail) => Promise<void>

/** Sends through any SMTP server, over a few kept connections. */
export const mailer = (smtpUrl: string, from: string): Readonly<{ send: SendMail; close: () => void }> => {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 8,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  })
  const address = /([^<\s]+@[^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'billing@vestry.example'
  const domain = address.slice(address.indexOf('@') + 1)
  return {
    send: async ({ messageId = randomUUID(), fromName, ...mail }) => {
      await transport.sendMail({
        from: fromName === undefined ? from : { name: fromName.replace(/[\r\n]+/g, ' '), address },
        ...mail,
        messageId: `<${messageId}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport.close(),
  }
}
