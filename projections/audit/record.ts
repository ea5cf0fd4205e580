import type pg from 'pg'
import { TOUCHING } from '../../modules/audit/books.ts'
import type { Bill, End, Figures, Movement, Movements, Payment } from '../../modules/audit/pack-format.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { NetworkId, PaymentId } from '../../modules/kernel/ids.ts'
import { type EventStore, type Position, type RecordedEvent, START, type StreamName } from '../../modules/platform/event-store/event-store.ts'

const ROWS = 2_000

/** Reads the events of a network between two positions. */
const eventReader = (client: pg.ClientBase, store: EventStore, network: NetworkId) => {
  /** Reads the positions in the journal, page by page, after one position and up to another. */
  async function* journal(after: number, last: number): AsyncGenerator<{ position: number }[]> {
    for (let at = after; ; ) {
      const page = await client.query<{ position: number }>({
        name: 'journal-page',
        text: `select position from journal where network_id = $1 and position > $2 and position <= $3 order by position limit ${ROWS}`,
        values: [network, at, last],
      })
      const end = page.rows.at(-1)
      if (!end) return
      yield page.rows
      at = end.position
    }
  }

  /**
   * The position after which to read the log for the network's next event. It must be an event's own position, since
   * not every store accepts others.
   */
  const followedFrom = async (position: number): Promise<Position> => {
    const found = await client.query<{ earlier: number }>(
      `select greatest((select max(position) from journal where network_id = $1 and position < $2),
                       (select max(position) from networks where position < $2), $3) as earlier`,
      [network, position, START],
    )
    return BigInt(found.rows[0]?.earlier ?? START)
  }

  /** Reads the log of all networks between the two positions, and passes on the events in the network's journal. */
  return async function* eventsBehind(after: number, last: number): AsyncGenerator<RecordedEvent[]> {
    const stop = new AbortController()
    const pages = journal(after, last)
    let wanted = (await pages.next()).value ?? []
    let next = 0
    const first = wanted[0]
    if (!first) return
    try {
      for await (const batch of store.follow({ after: await followedFrom(first.position), signal: stop.signal })) {
        const own: RecordedEvent[] = []
        for (const event of batch.events) {
          if (Number(event.position) !== wanted[next]?.position) continue
          own.push(event)
          next += 1
          if (next < wanted.length) continue
          wanted = (await pages.next()).value ?? []
          next = 0
          if (wanted.length === 0) break
        }
        if (own.length > 0) yield own
        if (wanted.length === 0 || Number(batch.position) >= last) return
      }
    } finally {
      stop.abort()
      await pages.return(undefined)
    }
  }
}

/** Reads the network's rows that were current at the two ends of a span, and what its events changed. */
const spanReader = (client: pg.ClientBase, network: NetworkId, positions: Readonly<Record<End, number>>) => {
  /**
   * The rows of a table that were current at one end of the span, by id. The cursor is held, so that it outlives its
   * transaction.
   */
  async function* rowsAt<Row extends object>(at: End, table: 'bills' | 'payments' | 'programs', columns: string): AsyncGenerator<Row[]> {
    // A cursor takes no parameters, but an id and a position need no quoting.
    const current = `network_id = '${network}' and since <= ${positions[at]}`
    const cursor = `${table}_at_${at}`
    await client.query('begin')
    await client.query(
      `declare ${cursor} no scroll cursor with hold for
       select * from (
         select ${columns} from ${table} where ${current}
         union all select ${columns} from ${table}_past where ${current} and until > ${positions[at]}
       ) rows order by id collate "C"`,
    )
    await client.query('commit')
    try {
      for (;;) {
        const page = await client.query<Row>(`fetch ${ROWS} from ${cursor}`)
        if (page.rows.length === 0) return
        yield page.rows
      }
    } finally {
      await client.query(`close ${cursor}`)
    }
  }

  /** Each version of a bill is added to the event that began it, and subtracted from the event that ended it. */
  const movements = async (): Promise<Movements> => {
    const moved = (table: 'bills' | 'bills_past', at: 'since' | 'until', sign: 1 | -1) =>
      `select id, program_id, ${at} as at, ${sign} as sign, case when state = 'Archived' then collected else amount end as assessed,
              collected, balance as outstanding, unapplied from ${table} where network_id = $1 and ${at} > $2 and ${at} <= $3`
    const sums = ['assessed', 'collected', 'outstanding', 'unapplied'].map((cents) => `sum(sign * ${cents})::bigint as ${cents}`)
    const found = await client.query<Record<'program' | 'type', string> & Record<'events' | keyof Figures, number>>(
      `with moved as (${[moved('bills', 'since', 1), moved('bills_past', 'since', 1), moved('bills_past', 'until', -1)].join(' union all ')})
       select program_id::text as program, type, count(*) filter (where sign = 1 and (stream = 'bill-' || id or type = 'RemittanceRecorded')) as events, sum(sign) as bills, ${sums.join(', ')}
       from moved join journal on journal.network_id = $1 and journal.position = moved.at where type = any($4) group by program_id, type`,
      [network, positions.opening, positions.closing, TOUCHING],
    )
    const all = new Map<string, Map<string, Movement>>()
    for (const { program, type, events, ...figures } of found.rows) {
      const ofProgram = all.get(program) ?? new Map<string, Movement>()
      all.set(program, ofProgram.set(type, { events, figures }))
    }
    return all
  }

  return {
    movements,
    programs: (at: End) => rowsAt<{ id: string; name: string }>(at, 'programs', 'id::text as id, name'),
    bills: (at: End) =>
      rowsAt<Bill>(
        at,
        'bills',
        `id, program_id as program, payor_id as payor, period, due_date as "dueDate", amount, collected, balance, unapplied, state as status,
         claim_method as claim, debit`,
      ),
    payments: (at: End) =>
      rowsAt<Payment>(
        at,
        'payments',
        `id::text as id, bill_id as bill, program_id as program, payor_id as payor, amount, applied, used, refunded, disputed, method, status,
         received_on as "receivedOn", to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt"`,
      ),
  }
}

/** A network's record in the log, up to a position that the read models have reached (R106). */
export const openRecord = (client: pg.ClientBase, store: EventStore, network: NetworkId, until: bigint) => {
  const eventsBehind = eventReader(client, store, network)

  async function* eventsFrom(index: number): AsyncGenerator<RecordedEvent[]> {
    const { rows } = await client.query<{ position: number }>(
      'select position from journal where network_id = $1 order by position offset $2 limit 1',
      [network, index],
    )
    if (rows[0]) yield* eventsBehind(rows[0].position - 1, Number(until))
  }

  const payment = async (id: PaymentId) => {
    const found = await client.query<{ stream: StreamName; revision: number; index: number }>(
      `select j.stream, j.revision, (select count(*) from journal e where e.network_id = $1 and e.position < p.position) as index
       from payments p join journal j on j.network_id = $1 and j.position = p.position where p.id = $2 and p.network_id = $1 and p.position <= $3`,
      [network, id, until],
    )
    return found.rows[0] ?? null
  }

  const sizeAt = async (moment: Instant): Promise<number> => {
    const { rows } = await client.query<{ size: number }>(
      `select count(*) as size from journal where network_id = $1 and position <=
         (select position from journal where network_id = $1 and at < $2 and position <= $3 order by position desc limit 1)`,
      [network, moment, until],
    )
    return rows[0]?.size ?? 0
  }

  /**
   * The contents of a pack of a span, without its tree. The span starts before the first event recorded from `from` on,
   * and ends after the last event before `to`. If events were recorded out of the order of their times, two consecutive
   * spans overlap instead of leaving a gap. Rows as of a position no longer change, so each page is a separate query
   * and no transaction lasts for the whole download.
   */
  const during = async ({ from, to }: Readonly<{ from: Instant; to: Instant }>) => {
    const { rows } = await client.query<Record<'before' | 'last' | 'opening' | 'closing', number>>(
      `with limits as (
         select coalesce((select position from journal where network_id = $1 and at < $3 and position <= $4 order by position desc limit 1), -1) as last,
                coalesce((select position - 1 from journal where network_id = $1 and at >= $2 order by position limit 1),
                         (select max(position) from journal where network_id = $1), -1) as before),
       span as (select least(before, last) as before, last from limits)
       select before, last, (select count(*) from journal where network_id = $1 and position <= before) as opening,
              (select count(*) from journal where network_id = $1 and position <= last) as closing from span`,
      [network, from, to, until],
    )
    const { before, last, opening, closing } = rows[0] ?? { before: -1, last: -1, opening: 0, closing: 0 }
    return {
      size: { opening, closing },
      events: () => eventsBehind(before, last),
      ...spanReader(client, network, { opening: before, closing: last }),
    }
  }

  return { eventsFrom, payment, sizeAt, during }
}
