import pg from 'pg'
import { isOn } from './pieces.ts'

/** A connection: its queries in flight, the start of the first of them, and queries to send at the end of this turn. */
type Line = { client: Promise<pg.Client> | null; underWay: number; since: number; unsent: (() => void)[] }

/**
 * The most queries in flight on a connection: enough that the database never waits for the next, few enough for short
 * queues.
 */
const AHEAD = 16
/** A connection busy with one query for longer gets no further ones. */
const LONG_MS = 10
const CONNECT_WITHIN_MS = 1_500
const POOL_WITHOUT = 10

export type Pipelined = Readonly<{ query: (query: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<unknown[]>>; end: () => Promise<void> }>

/**
 * Pipelined connections for short single statements (node-postgres, Pipelining): queries do not wait for earlier
 * answers, and all of one event-loop turn are written together. When all connections have a slow query, a spare one
 * takes over. A lost connection fails its queries in flight, and the next query opens another. A query that waits too
 * long for a place fails as with a pool.
 */
export const pipelined = (url: string, connections: number): Pipelined => {
  if (!isOn('pipelined')) return new pg.Pool({ connectionString: url, max: POOL_WITHOUT, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  const newLine = (): Line => ({ client: null, underWay: 0, since: 0, unsent: [] })
  const lines = Array.from({ length: connections }, newLine)
  const spare = newLine()
  const waiting: ((free: Line) => void)[] = []

  const open = (line: Line): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, pipeline: true, connectionTimeoutMillis: CONNECT_WITHIN_MS })
    const opening = client.connect().then(
      () => client,
      (error: unknown) => {
        lost()
        throw new Error('Connection terminated before it was opened', { cause: error })
      },
    )
    let isLost = false
    // Guards against a second error of the same client, when another client may already have its place.
    const lost = () => {
      if (isLost) return
      isLost = true
      if (line.client === opening) line.client = null
      client.end().catch(() => {})
    }
    client.on('error', lost).on('end', lost)
    return opening
  }

  /** The line with the fewest queries in flight among those without a slow one; the spare line when all have one. */
  const leastBusy = (now: number): Line => {
    const quick = lines.filter(({ underWay, since }) => underWay === 0 || now - since < LONG_MS)
    return quick.length > 0 ? quick.reduce((least, other) => (other.underWay < least.underWay ? other : least)) : spare
  }

  /** A place on the least busy line; when that is full, on the first line with a free place. */
  const placeOn = async (): Promise<Line> => {
    const now = performance.now()
    const line = leastBusy(now)
    if (line.underWay < AHEAD) {
      if (line.underWay === 0) line.since = now
      line.underWay += 1
      return line
    }
    return new Promise((resolve, reject) => {
      const goOn = (free: Line): void => {
        clearTimeout(timer)
        resolve(free)
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(goOn), 1)
        reject(new Error('timeout exceeded when trying to connect'))
      }, CONNECT_WITHIN_MS)
      waiting.push(goOn)
    })
  }

  const leave = (line: Line): void => {
    line.since = performance.now()
    const next = waiting.shift()
    if (next) next(line)
    else line.underWay -= 1
  }

  const send = (line: Line, client: pg.Client, query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<unknown[]>> =>
    new Promise((resolve, reject) => {
      line.unsent.push(() => void client.query<unknown[]>(query).then(resolve, reject))
      if (line.unsent.length > 1) return
      setImmediate(() => {
        const { stream } = client.connection
        stream.cork()
        for (const go of line.unsent.splice(0)) go()
        stream.uncork()
      })
    })

  return {
    query: async (query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<unknown[]>> => {
      const line = await placeOn()
      try {
        line.client ??= open(line)
        return await send(line, await line.client, query)
      } finally {
        leave(line)
      }
    },
    end: async (): Promise<void> => {
      await Promise.all([...lines, spare].map(async ({ client }) => (await client?.catch(() => null))?.end()))
    },
  }
}
