import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** The server's treatment of a mail. 'drop': it accepts the mail, but closes the connection before it answers. */
export type Treatment = 'take' | 'slow' | 'defer' | 'refuse' | 'drop'
/** Decides how to treat the nth attempt of a mail to this address. */
export type Policy = (to: string, attempt: number) => Treatment

const SLOW_MS = 200
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

const arrivals = () => {
  /** By Message-ID: how often the mail came, and to whom. */
  const taken = new Map<string, { times: number; to: string }>()
  const waiting = new Set<() => void>()
  let last = 0
  const take = (head: string, to: string) => {
    const id = /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? ''
    taken.set(id, { times: (taken.get(id)?.times ?? 0) + 1, to })
    last = performance.now()
    for (const wake of waiting) wake()
  }
  /** Resolves with the time at which this many mails had arrived. Rejects after `patience`. */
  const until = async (mails: number, patience: number): Promise<number> => {
    const deadline = Date.now() + patience
    while (taken.size < mails) {
      if (Date.now() > deadline) throw new Error(`only ${taken.size} of ${mails} mails came`)
      await new Promise<void>((resolve) => {
        const timer = globalThis.setTimeout(wake, 1_000)
        function wake() {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
    return last
  }
  return { taken, take, until }
}

/** An SMTP server on loopback for tests, which can be told to refuse mails. It keeps mails in memory, by Message-ID. */
export const startMailServer = async (port = 0) => {
  const { taken, take, until } = arrivals()
  const attempts = new Map<string, number>()
  let policy: Policy = () => 'take'

  const recipientOf = (session: SMTPServerSession): string => session.envelope.rcptTo[0]?.address ?? ''
  const treatmentOf = new WeakMap<SMTPServerSession, Treatment>()

  const open = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onRcptTo: ({ address }, session, done) => {
        const attempt = (attempts.get(address) ?? 0) + 1
        attempts.set(address, attempt)
        const treatment = policy(address, attempt)
        treatmentOf.set(session, treatment)
        if (treatment === 'refuse') return done(refusal(550, `5.1.1 <${address}>: no such mailbox`))
        if (treatment === 'defer') return done(refusal(451, '4.7.1 try again later'))
        done()
      },
      onData: (stream, session, done) => {
        let head = ''
        stream.on('data', (chunk: Buffer) => {
          if (head.length < 4096) head += chunk.toString('latin1')
        })
        stream.on('end', () => {
          const treatment = treatmentOf.get(session)
          const finish = () => {
            take(head, recipientOf(session))
            // Accepts the mail, then cuts the connection without an answer.
            if (treatment === 'drop')
              for (const connection of server.connections as Set<Connection>) if (connection.session === session) connection._socket.destroy()
            if (treatment !== 'drop') done()
          }
          if (treatment === 'slow') void pause(SLOW_MS).then(finish)
          else finish()
        })
      },
    })
  type Connection = Readonly<{ session: SMTPServerSession; _socket: { destroy: () => void } }>

  let server = open()
  const listen = async (at: number) => {
    server.on('error', () => {})
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject)
      server.listen(at, '127.0.0.1', resolve)
    })
  }
  const close = async () => {
    for (const connection of server.connections as Set<Connection>) connection._socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  await listen(port)
  const chosen = (server.server.address() as AddressInfo).port

  return {
    url: `smtp://127.0.0.1:${chosen}?ignoreTLS=true`,
    taken,
    behave: (next: Policy) => {
      policy = next
    },
    down: close,
    up: async () => {
      server = open()
      await listen(chosen)
    },
    tries: (to: string): number => attempts.get(to) ?? 0,
    forget: () => {
      taken.clear()
      attempts.clear()
    },
    until,
    stop: close,
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>
