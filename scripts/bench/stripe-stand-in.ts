// Stripe's stand-in as a separate process. Real Stripe uses none of our processors, so the stand-in and its database
// run at low priority, and report each call's duration, which is subtracted from the payors' wait.
import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { STRIPE_EVENTS } from '../../modules/payments/contract.ts'
import { movableClock } from '../../modules/platform/clock.ts'
import { openLog } from '../../modules/platform/log.ts'
import { openPool } from '../../modules/platform/postgres/database.ts'
import { MIGRATIONS, migrate } from '../../modules/platform/postgres/migrate.ts'
import { startPostgres } from '../../modules/platform/postgres/postgres.ts'
import { startStripeSandbox } from '../../modules/sandbox/stripe/stand-in.ts'
import type { Answer, Answered, Question } from './stripe-elsewhere.ts'

/** Lowers the priority of a process, its children and, if Linux schedules by session, its session. */
const putBehind = (pid: number): void => {
  setPriority(pid, constants.priority.PRIORITY_LOW)
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW))
  } catch {}
}

putBehind(process.pid)
const [dir = '', product = ''] = process.argv.slice(2)
const postgres = await startPostgres({ dir })
putBehind(Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]))
const pool = openPool(postgres.url, 2)
await migrate(pool, MIGRATIONS)
await pool.end()
const sandbox = await startStripeSandbox({
  ...{ allowed: true, databaseUrl: postgres.url, now: movableClock().now, log: openLog('warn'), enabledEvents: STRIPE_EVENTS },
  own: () => product,
  origin: () => product,
})
sandbox.run()

/** Node's report of a request answered by this process. */
type HttpEntry = PerformanceEntry & { detail: { req: { url: string; headers: Record<string, string | undefined> } } }

const calls: Answered[] = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { name, startTime, duration } = entry
    if (name !== 'HttpRequest') continue
    const { url, headers } = (entry as HttpEntry).detail.req
    calls.push({ call: headers['idempotency-key'] ?? url.replace(/[?].*/, ''), began: performance.timeOrigin + startTime, ms: duration })
  }
}).observe({ entryTypes: ['http'] })

const send = (answer: Answer): void => void process.send?.(answer)

const answer = async ({ n, path, params, body }: Question): Promise<void> => {
  if (path === null) return send({ n, calls })
  const route = sandbox.routes.find((one) => one.method === 'post' && one.path.endsWith(path))
  await route?.handle({ params, body } as never)
  send({ n })
}
process.on('message', answer)
process.once('disconnect', async () => {
  await sandbox.stop()
  await postgres.stop()
  process.exit()
})
const { apiUrl, secretKey, publishableKey, webhookSecret, accountsWebhookSecret } = sandbox
send({ n: 0, started: { databaseUrl: postgres.url, apiUrl, secretKey, publishableKey, webhookSecret, accountsWebhookSecret } })
