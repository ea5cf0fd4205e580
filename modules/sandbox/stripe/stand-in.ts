import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { Router } from 'express'
import type { Clock } from '../../kernel/dates.ts'
import { openAlarm } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { openPool } from '../../platform/postgres/database.ts'
import { keyedQueue } from '../../platform/speed/keyed-queue.ts'
import { openApi, PUBLISHABLE_KEY, SECRET_KEY } from './api.ts'
import { browserParts } from './browser/browser.ts'
import { controlRoutes } from './control.ts'
import { onboarding } from './onboarding.ts'
import { deliverer } from './webhooks.ts'
import { worker } from './work.ts'

/** The interval at which the stand-in looks for work that another process has left unfinished. */
const SAFETY_POLL_MS = 10_000
const RETRY_MS = 1_000
const CONNECTIONS = 8

type Dependencies = Readonly<{
  /** True in the sandbox. Elsewhere the stand-in refuses to start. */
  allowed: boolean
  databaseUrl: string
  now: Clock
  log: Log
  /** The address on loopback at which this process receives webhooks. */
  own: () => string
  origin: () => string
  /** The types of payment events that the webhook endpoint gets. */
  enabledEvents: readonly string[] | '*'
}>

/**
 * The stand-in for Stripe. It has the API, on its own loopback port, for the unmodified SDK; a router with Stripe.js
 * and the onboarding page, which the product serves from its own origin; and the webhooks. All state is in the
 * database.
 */
export const startStripeSandbox = async ({ allowed, databaseUrl, now, log, own, origin, enabledEvents }: Dependencies) => {
  if (!allowed) throw new Error('The stand-in for Stripe runs in the sandbox alone.')
  const stopping = new AbortController()
  const { signal } = stopping
  const pool = openPool(databaseUrl, CONNECTIONS)
  const secrets = { webhookSecret: `whsec_${randomBytes(24).toString('hex')}`, accountsWebhookSecret: `whsec_${randomBytes(24).toString('hex')}` }
  const work = worker({ pool, now, origin, enabledEvents })
  const deliver = deliverer({ pool, base: own, secret: secrets.webhookSecret, accountsSecret: secrets.accountsWebhookSecret, signal })

  const { stir: wake, rest } = openAlarm(signal)
  const turn = keyedQueue()
  const catchUp = () =>
    turn('stripe', async () => {
      await work.settleDue()
      await deliver()
    })
  const nextDueMs = async (): Promise<number> => {
    const { rows } = await pool.query<{ ms: number | null }>(
      `select (1000 * extract(epoch from least((select min(due) from stripe_objects where due is not null) - $1::timestamptz,
         (select min(next_at) from stripe_deliveries where next_at is not null) - now())))::float8 as ms`,
      [now()],
    )
    return Math.max(0, Math.ceil(rows[0]?.ms ?? SAFETY_POLL_MS))
  }
  const poll = async () => {
    while (!signal.aborted) {
      let restMs = RETRY_MS
      try {
        await catchUp()
        restMs = Math.min(SAFETY_POLL_MS, await nextDueMs())
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'the stand-in for Stripe waits')
      }
      await rest(restMs)
    }
  }

  const api = openApi({ pool, now, log, work, wake })
  const app = express().disable('x-powered-by').disable('etag')
  api.toServers(app)
  const server = createServer(app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const router = Router()
  browserParts(router, origin)
  api.toBrowsers(router)
  onboarding(router, work, wake)
  let polling: Promise<void> | null = null

  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    ...secrets,
    /** The product mounts it at /sandbox/stripe. */
    router,
    routes: controlRoutes({ pool, work, wake }),
    /** Does all work that is due by the application's clock, and sends the events about it. */
    catchUp,
    /** From now on, calls `catchUp` whenever work is due. To be called once the product can be reached. */
    run: (): void => {
      polling ??= poll()
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      wake()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      await polling
      await pool.end()
    },
  }
}
export type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>
