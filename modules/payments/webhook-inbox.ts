import type pg from 'pg'
import { cutText } from '../kernel/cut-text.ts'
import { addJobs, type Job, type Tasks } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import { loader } from '../platform/speed/loader.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    /**
     * Reads something at Stripe again, because a webhook reported a change. The task keeps its old name, since stored
     * jobs have that name.
     */
    'look-at-stripe': Readonly<{ accountId: string; subject: string }>
  }
}

/**
 * An event that Stripe has sent to the webhook inbox: its id, its type, the connected account, and the id of the object
 * that has changed.
 */
export type InboxEvent = Readonly<{ id: string; type: string; accountId: string; subject: string }>
type Subject = Pick<InboxEvent, 'accountId' | 'subject'>

/** Events are collected for this long. By then the payor's browser has usually reported the payment. */
const GATHER_MS = 500
const AT_ONCE = 500
/** Types of events that report a payment and nothing else. */
const PAYMENT_HAS_COME: readonly string[] = ['payment_intent.succeeded', 'charge.succeeded']

/** The job that reads a subject at Stripe. It is queued once, however many events name the subject. */
export const observeJob = ({ accountId, subject }: Subject): Job => ({
  task: 'look-at-stripe',
  payload: { accountId, subject },
  key: `stripe/${accountId}/${subject}`,
})

type Dependencies = Readonly<{
  pool: pg.Pool
  signal: AbortSignal
  /** The ids of those intents whose payment and fee the log already has. */
  paidIntents: (accountId: string, intents: readonly string[]) => Promise<ReadonlySet<string>>
  /** Reads a subject at Stripe. `types`: the types of all events that have named it. */
  observe: (accountId: string, subject: string, types: readonly string[]) => Promise<void>
}>

/**
 * The inbox of Stripe's webhook events. Each event is kept once, with its subject. Events about payments that the log
 * already has are done at once; jobs read the other subjects at Stripe. A rush of events costs one row each, and a few
 * statements for hundreds.
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

  /** Queues jobs for events that have no job yet, or whose job has not ended within five minutes. */
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

  /** Stores the events that arrive at the same moment with one statement. True for each event that is new. */
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
    /** Stores an event unless it is stored already. */
    keep: async (event: InboxEvent): Promise<void> => {
      if (await isNew(event)) soon()
    },
    handOut,
    tasks: {
      /** Reads a subject, and records the outcome on all events that named it. */
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
