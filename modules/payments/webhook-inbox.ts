import type pg from 'pg'
import { cutText } from '../kernel/cut-text.ts'
import { addJobs, type Job, type Tasks } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import { loader } from '../platform/speed/loader.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    /** Something at Stripe has changed: it is read as it is now. Jobs that wait in databases bear this name. */
    'look-at-stripe': Readonly<{ accountId: string; subject: string }>
  }
}

/** An event of Stripe's: which, of what kind, on whose account, about what. */
export type InboxEvent = Readonly<{ id: string; type: string; accountId: string; subject: string }>
type Subject = Pick<InboxEvent, 'accountId' | 'subject'>

/** Events are gathered for so long: the payor's browser has mostly reported the payment by then. */
const GATHER_MS = 500
const AT_ONCE = 500
/** Events that only report a payment. */
const PAYMENT_HAS_COME: readonly string[] = ['payment_intent.succeeded', 'charge.succeeded']

/** Reads something at Stripe as it is now; the job waits once, however many events name it. */
export const observeJob = ({ accountId, subject }: Subject): Job => ({
  task: 'look-at-stripe',
  payload: { accountId, subject },
  key: `stripe/${accountId}/${subject}`,
})

type Dependencies = Readonly<{
  pool: pg.Pool
  signal: AbortSignal
  /** Which of an account's intents the log knows as paid, with their fees. */
  paidIntents: (accountId: string, intents: readonly string[]) => Promise<ReadonlySet<string>>
  /** Reads a subject at Stripe; `types`: of all events that ever named it. */
  observe: (accountId: string, subject: string, types: readonly string[]) => Promise<void>
}>

/**
 * Stripe's events that something has changed. Each is kept once, with the subject that it names; what the log knows
 * already is done, and jobs read everything else at Stripe. A storm costs a line each, and a few statements for
 * hundreds.
 */
export const openWebhookInbox = ({ pool, signal, paidIntents, observe }: Dependencies) => {
  let waiting: NodeJS.Timeout | null = null

  const known = async (events: readonly InboxEvent[]): Promise<InboxEvent[]> => {
    const more = new Set(events.flatMap(({ type, subject }) => (PAYMENT_HAS_COME.includes(type) ? [] : [subject])))
    const paid = events.filter(({ subject }) => !more.has(subject))
    const found: InboxEvent[] = []
    for (const accountId of new Set(paid.map((event) => event.accountId))) {
      const mine = paid.filter((event) => event.accountId === accountId)
      const intents = await paidIntents(
        accountId,
        mine.map(({ subject }) => subject),
      )
      found.push(...mine.filter(({ subject }) => intents.has(subject)))
    }
    return found
  }

  /** Queues jobs for events that have none, or whose job has not been done for minutes. */
  const handOutSome = (): Promise<number> =>
    transaction(pool, async (client) => {
      const { rows: events } = await client.query<InboxEvent>(
        `update stripe_webhooks set handed_at = clock_timestamp() where id in (
           select id from stripe_webhooks where done_at is null and (handed_at is null or handed_at < clock_timestamp() - interval '5 minutes')
           order by received_at limit ${AT_ONCE} for update skip locked)
         returning id, type, account_id as "accountId", subject`,
      )
      const done = new Set((await known(events)).map(({ id }) => id))
      if (done.size > 0) await client.query('update stripe_webhooks set done_at = clock_timestamp(), failure = null where id = any($1)', [[...done]])
      await addJobs(
        client,
        events.filter(({ id }) => !done.has(id)).map((event) => observeJob(event)),
      )
      return events.length
    })
  const handOut = async (): Promise<void> => {
    while (!signal.aborted && (await handOutSome()) === AT_ONCE) {}
  }

  const soon = (): void => {
    if (waiting || signal.aborted) return
    waiting = setTimeout(() => {
      waiting = null
      // A failure is retried as soon as the database is back.
      handOut().catch(soon)
    }, GATHER_MS)
  }
  signal.addEventListener('abort', () => waiting && clearTimeout(waiting))

  /** Keeps the events of a moment in one statement; true for one that is new. */
  const isNew = loader(async (events: readonly InboxEvent[]): Promise<Map<InboxEvent, boolean>> => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'keep-stripe-webhooks',
      text: `insert into stripe_webhooks (id, type, account_id, subject) select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])
             order by 1 on conflict (id) do nothing returning id`,
      values: [events.map(({ id }) => id), events.map(({ type }) => type), events.map((one) => one.accountId), events.map(({ subject }) => subject)],
    })
    const fresh = new Set(rows.map(({ id }) => id))
    return new Map(events.map((event) => [event, fresh.has(event.id)]))
  })

  return {
    /** Keeps an event, once. */
    keep: async (event: InboxEvent): Promise<void> => {
      if (await isNew(event)) soon()
    },
    handOut,
    tasks: {
      /** Reads a subject, and notes the outcome on all events that named it. */
      'look-at-stripe': async ({ accountId, subject }) => {
        const { rows } = await pool.query<{ id: string; type: string; done: boolean }>(
          'select id, type, done_at is not null as done from stripe_webhooks where account_id = $1 and subject = $2',
          [accountId, subject],
        )
        const ids = rows.flatMap(({ id, done }) => (done ? [] : [id]))
        try {
          await observe(
            accountId,
            subject,
            rows.map(({ type }) => type),
          )
          await pool.query('update stripe_webhooks set done_at = clock_timestamp(), failure = null where id = any($1)', [ids])
        } catch (error) {
          const failure = error instanceof Error ? cutText(error.message, 500) : 'unknown'
          await pool.query('update stripe_webhooks set failure = $2 where id = any($1)', [ids, failure]).catch(() => {})
          throw error
        }
      },
    } satisfies Pick<Tasks, 'look-at-stripe'>,
  }
}
export type WebhookInbox = ReturnType<typeof openWebhookInbox>
