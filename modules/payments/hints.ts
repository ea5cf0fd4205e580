import type pg from 'pg'
import { cutText } from '../kernel/cut-text.ts'
import { addJobs, type Job, type Tasks } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import { loader } from '../platform/speed/loader.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    /** Something at Stripe has changed: it is asked for as it is now, whatever was said of it. */
    'look-at-stripe': Readonly<{ accountId: string; subject: string }>
  }
}

/** An event of Stripe's: which, of what kind, on whose account, about what. */
export type Hint = Readonly<{ id: string; type: string; accountId: string; subject: string }>
type Subject = Pick<Hint, 'accountId' | 'subject'>

/** Hints are gathered for so long: the payor's browser has mostly told of the payment by then. */
const GATHER_MS = 500
const AT_ONCE = 500
/** What tells that a payment has come, and nothing else. */
const PAYMENT_HAS_COME: readonly string[] = ['payment_intent.succeeded', 'charge.succeeded']

/** Looks at something at Stripe as it is now; it waits once, however many hints name it. */
export const lookJob = ({ accountId, subject }: Subject): Job => ({
  task: 'look-at-stripe',
  payload: { accountId, subject },
  key: `stripe/${accountId}/${subject}`,
})

type Dependencies = Readonly<{
  pool: pg.Pool
  signal: AbortSignal
  /** Which of an account's intents the log knows as paid, with their fees. */
  paidIntents: (accountId: string, intents: readonly string[]) => Promise<ReadonlySet<string>>
  /** Looks at a subject; `types`: of all events that ever named it. */
  look: (accountId: string, subject: string, types: readonly string[]) => Promise<void>
}>

/**
 * Hints that something at Stripe has changed. Each is kept once, and nothing of it but what it names; what the log knows already is done with,
 * all else is looked at by jobs. A storm costs a line each, and a few statements for hundreds.
 */
export const openHints = ({ pool, signal, paidIntents, look }: Dependencies) => {
  let waiting: NodeJS.Timeout | null = null

  const known = async (hints: readonly Hint[]): Promise<Hint[]> => {
    const more = new Set(hints.flatMap(({ type, subject }) => (PAYMENT_HAS_COME.includes(type) ? [] : [subject])))
    const paid = hints.filter(({ subject }) => !more.has(subject))
    const found: Hint[] = []
    for (const accountId of new Set(paid.map((hint) => hint.accountId))) {
      const mine = paid.filter((hint) => hint.accountId === accountId)
      const intents = await paidIntents(
        accountId,
        mine.map(({ subject }) => subject),
      )
      found.push(...mine.filter(({ subject }) => intents.has(subject)))
    }
    return found
  }

  /** Hands out what nobody has been given, or what has not been done for minutes, whatever became of its job. */
  const handOutSome = (): Promise<number> =>
    transaction(pool, async (client) => {
      const { rows: hints } = await client.query<Hint>(
        `update stripe_webhooks set handed_at = clock_timestamp() where id in (
           select id from stripe_webhooks where done_at is null and (handed_at is null or handed_at < clock_timestamp() - interval '5 minutes')
           order by received_at limit ${AT_ONCE} for update skip locked)
         returning id, type, account_id as "accountId", subject`,
      )
      const done = new Set((await known(hints)).map(({ id }) => id))
      if (done.size > 0) await client.query('update stripe_webhooks set done_at = clock_timestamp(), failure = null where id = any($1)', [[...done]])
      await addJobs(
        client,
        hints.filter(({ id }) => !done.has(id)).map((hint) => lookJob(hint)),
      )
      return hints.length
    })
  const handOut = async (): Promise<void> => {
    while (!signal.aborted && (await handOutSome()) === AT_ONCE) {}
  }

  const soon = (): void => {
    if (waiting || signal.aborted) return
    waiting = setTimeout(() => {
      waiting = null
      // What cannot be handed out now is as soon as the database is back.
      handOut().catch(soon)
    }, GATHER_MS)
  }
  signal.addEventListener('abort', () => waiting && clearTimeout(waiting))

  /** Keeps the hints of a moment in one statement; true for one that is new. */
  const isNew = loader(async (hints: readonly Hint[]): Promise<Map<Hint, boolean>> => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'keep-hints',
      text: `insert into stripe_webhooks (id, type, account_id, subject) select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])
             order by 1 on conflict (id) do nothing returning id`,
      values: [hints.map(({ id }) => id), hints.map(({ type }) => type), hints.map((one) => one.accountId), hints.map(({ subject }) => subject)],
    })
    const fresh = new Set(rows.map(({ id }) => id))
    return new Map(hints.map((hint) => [hint, fresh.has(hint.id)]))
  })

  return {
    /** Keeps a hint, once. */
    keep: async (hint: Hint): Promise<void> => {
      if (await isNew(hint)) soon()
    },
    handOut,
    tasks: {
      /** Does what hints ask for, and notes on all of them that spoke of it how it went. */
      'look-at-stripe': async ({ accountId, subject }) => {
        const { rows } = await pool.query<{ id: string; type: string; done: boolean }>(
          'select id, type, done_at is not null as done from stripe_webhooks where account_id = $1 and subject = $2',
          [accountId, subject],
        )
        const ids = rows.flatMap(({ id, done }) => (done ? [] : [id]))
        try {
          await look(
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
export type Hints = ReturnType<typeof openHints>
