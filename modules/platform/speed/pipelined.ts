import pg from 'pg'
import { isOn } from './pieces.ts'

/** A connection, how many queries are under way on it, since when it works at the first of them, and those that leave with the end of this turn. */
type Line = { client: Promise<pg.Client> | null; underWay: number; since: number; unsent: (() => void)[] }

/** So many queries may be under way on a connection: the next ones are there when the database comes to them, but not a crowd of them. */
const AHEAD = 16
/** A connection that works at one query for longer holds up those behind it. */
const LONG_MS = 10
const CONNECT_WITHIN_MS = 1_500
/** As many as slonik's pool has. */
const POOL_WITHOUT = 10

export type Pipelined = Readonly<{ query: (query: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<unknown[]>>; end: () => Promise<void> }>

/**
 * Connections on which short queries go out without waiting for those before them (node-postgres, Pipelining). What is asked for
 * within one turn of the event loop is written at once, and the database goes on with the next query rather than wait to be woken.
 * For single statements; a long one holds up those behind it, but not those that are asked for later: when all connections have
 * a long one, another takes what comes. The loss of a connection fails what was under way on it, and the next
 * query opens another; who waits too long for a place fails as with a pool.
 */
export const pipelined = (url: string, connections: number): Pipelined => {
  if (!isOn('pipelined')) return new pg.Pool({ connectionString: url, max: POOL_WITHOUT, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  const newLine = (): Line => ({ client: null, underWay: 0, since: 0, unsent: [] })
  const lines = Array.from({ length: connections }, newLine)
  const spare = newLine()
  const waiting = new Set<(free: Line) => void>()

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
    // A client that breaks tells so more than once; by the second time another one may have its place.
    const lost = () => {
      if (isLost) return
      isLost = true
      if (line.client === opening) line.client = null
      client.end().catch(() => {})
    }
    client.on('error', lost).on('end', lost)
    return opening
  }

  /** The line with the fewest queries under way among those that are not at a long one; the spare one when all are. */
  const leastBusy = (now: number): Line => {
    const quick = lines.filter(({ underWay, since }) => underWay === 0 || now - since < LONG_MS)
    return quick.length > 0 ? quick.reduce((least, other) => (other.underWay < least.underWay ? other : least)) : spare
  }

  /** A place on the least busy line; when that has enough, on the first that has a place again. */
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
        waiting.delete(goOn)
        reject(new Error('timeout exceeded when trying to connect'))
      }, CONNECT_WITHIN_MS)
      waiting.add(goOn)
    })
  }

  const leave = (line: Line): void => {
    line.since = performance.now()
    const [next] = waiting
    if (!next) {
      line.underWay -= 1
      return
    }
    waiting.delete(next)
    next(line)
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
