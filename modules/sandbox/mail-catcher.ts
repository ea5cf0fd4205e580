import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { Clock } from '../kernel/dates.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'

const MAX_MAIL_BYTES = 2 * 1024 * 1024

const CaughtMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  replyTo: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  messageId: z.string(),
  at: z.string(),
})

/** 'Name <address>', or only the address, as mail programs show a sender. */
const senderOf = (from: Address | undefined): string | undefined => (from?.name ? `${from.name} <${from.address}>` : from?.address)

/** The sandbox's mailbox: an SMTP server on loopback that stores mails in the database, a duplicate only once. */
export const startMailCatcher = async (pool: pg.Pool, now: Clock): Promise<Readonly<{ smtpUrl: string; stop: () => Promise<void> }>> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    size: MAX_MAIL_BYTES,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom ? mailFrom.address : ''
        keep(
          Buffer.concat(chunks),
          sender,
          rcptTo.map(({ address }) => address),
        ).then(
          () => done(),
          (error: Error) => done(error),
        )
      })
    },
  })
  const keep = async (raw: Buffer, sender: string, recipients: string[]): Promise<void> => {
    const mail = await PostalMime.parse(raw)
    await pool.query(
      `insert into caught_mails (id, sender, recipients, reply_to, subject, text, html, message_id, at)
       select $1, $2, $3, $9, $4, $5, $6, $7, $8 where $7 = '' or not exists (select 1 from caught_mails where message_id = $7 and recipients = $3)`,
      [
        ...[v7(), senderOf(mail.from) ?? sender, recipients, mail.subject ?? '', mail.text ?? '', mail.html ?? '', mail.messageId ?? '', now()],
        mail.replyTo?.flatMap(({ address }) => address ?? []) ?? [],
      ],
    )
  }
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return { smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

/**
 * The product's address at an earlier start: without BASE_URL, each start may use another port, and so may the program
 * that makes the demo data.
 */
const EARLIER_ADDRESS = /http:\/\/localhost:\d+(?=[/?#\s"<]|$)/g

/** The route of the caught mails, newest first. Links in them are changed to the sandbox's current address. */
export const mailRoutes = (pool: pg.Pool, baseUrl: () => string): Route[] => [
  route({
    method: 'get',
    path: '/api/sandbox/mail',
    summary: 'The mails that the sandbox has caught, newest first',
    access: everyone,
    query: z.object({ to: z.string().optional() }),
    answer: z.object({ data: z.array(CaughtMail) }),
    handle: async ({ query: { to } }) => {
      const { rows } = await pool.query(
        `select id, sender as "from", recipients as "to", reply_to as "replyTo", subject, text, html, message_id as "messageId", at
         from caught_mails where $1::text is null or lower($1) = any (select lower(r) from unnest(recipients) r) order by arrived desc`,
        [to?.trim() || null],
      )
      const here = (text: string): string => text.replace(EARLIER_ADDRESS, baseUrl())
      return { data: rows.map((row) => ({ ...row, text: here(row.text), html: here(row.html), at: row.at.toISOString() })) }
    },
  }),
]
