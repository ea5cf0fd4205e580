import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { addressIn } from '../../modules/payments/stripe/connection.ts'
import { movableClock } from '../../modules/platform/clock.ts'
import { openLog } from '../../modules/platform/log.ts'
import { startStripeSandbox } from '../../modules/sandbox/stripe/stand-in.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import type { stripeShapes } from './stripe-shapes.ts'

type Shapes = ReturnType<typeof stripeShapes>
type Address = Readonly<{ apiUrl: string; secretKey: string }>

/** The unmodified SDK; every response is checked against its types. */
export const stripeClient = ({ apiUrl, secretKey }: Address, { wrongIn }: Shapes, wrong: string[], more: Stripe.StripeConfig = {}) =>
  new Stripe(secretKey, {
    ...addressIn(apiUrl),
    telemetry: false,
    maxNetworkRetries: 0,
    ...more,
    httpClient: Stripe.createFetchHttpClient(async (...request: Parameters<typeof fetch>) => {
      const answer = await fetch(...request)
      wrong.push(...wrongIn(await answer.clone().json()))
      return answer
    }),
  })

/** An account that may take cards and bank debits; `C` has the options for calls on its behalf. */
export const openAccount = async (stripe: Stripe, include: Stripe.V2.Core.AccountCreateParams.Include[] = []) =>
  stripe.v2.core.accounts.create({
    contact_email: 'treasurer@stmark.example',
    display_name: 'St. Mark',
    dashboard: 'full',
    identity: { country: 'us', entity_type: 'non_profit' },
    configuration: {
      merchant: {
        capabilities: { card_payments: { requested: true }, ach_debit_payments: { requested: true } },
        statement_descriptor: { descriptor: 'ST MARK' },
        mcc: '8661',
      },
    },
    defaults: { currency: 'usd', responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
    metadata: { paymentProfileId: 'profile' },
    include,
  })

export type Received = Readonly<{ path: string; payload: string; signature: string }>

/** The stand-in alone, on its own or an existing database, with a receiver of its webhooks. */
export const startStripe = async (on?: TestDatabase) => {
  const database = on ?? (await freshDatabase())
  const clock = movableClock()
  const received: Received[] = []
  const receiver = { status: 200 }
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      received.push({ path: req.url ?? '', payload: Buffer.concat(chunks).toString(), signature: String(req.headers['stripe-signature']) })
      res.writeHead(receiver.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const complaints: string[] = []
  const sandbox = await startStripeSandbox({
    allowed: true,
    databaseUrl: database.url,
    now: clock.now,
    log: openLog('warn', { write: (line: string) => void complaints.push(line) }),
    own: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    origin: () => 'http://127.0.0.1:3000',
    enabledEvents: '*',
  })
  sandbox.run()
  return {
    ...sandbox,
    database,
    clock,
    received,
    receiver,
    complaints,
    stop: async ({ keep = false } = {}) => {
      await sandbox.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (!keep) await database.drop()
    },
  }
}
