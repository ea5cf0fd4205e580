import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { join as joinPath } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../modules/platform/postgres/postgres.ts'
import { startWireProcess } from '../testing/eventstoredb/process.ts'
import { healing, judged, treasurersDay } from './outage.ts'
import { type Beneath, billsOf, type Fault, type Outcome, onTestBed } from './test-bed.ts'

/** Delay of each chunk, and the share of chunks that break the connection. */
type Weather = Readonly<{ delayMs: number; resetShare: number }>

/** A relay between client and server that delays each chunk and sometimes breaks a connection. */
const startRelay = async (target: NetConnectOpts, random: () => number) => {
  let weather: Weather = { delayMs: 0, resetShare: 0 }
  let [connections, resets] = [0, 0]
  const open = new Set<Socket>()

  const join = (from: Socket, to: Socket, breakBoth: () => void): void => {
    let arrived = Promise.resolve()
    let broken = false
    const later = (then: () => void): void => {
      const travel = pause(weather.delayMs)
      arrived = arrived.then(() => travel).then(then)
    }
    from.on('data', (piece: Buffer) => {
      // Nothing arrives after a lost chunk.
      if (broken) return
      const breaks = random() < weather.resetShare
      // Either the chunk itself is lost, or it arrives and its answer is lost.
      const arrives = !breaks || random() < 0.5
      broken = breaks
      later(() => {
        if (arrives && !to.destroyed) to.write(piece)
        if (breaks) setImmediate(breakBoth)
      })
    })
    from.on('end', () => {
      if (!broken) later(() => to.end())
    })
  }

  const server = createServer((client) => {
    connections += 1
    const upstream = connect(target)
    const breakBoth = (): void => {
      if (client.destroyed) return
      resets += 1
      client.resetAndDestroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    join(client, upstream, breakBoth)
    join(upstream, client, breakBoth)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    change: (to: Weather): void => {
      weather = to
    },
    counts: () => ({ connections, resets }),
    stop: (): void => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
type Relay = Awaited<ReturnType<typeof startRelay>>

/** 200 ms per round trip. */
const BAD: Weather = { delayMs: 100, resetShare: 0.02 }
const GOOD: Weather = { delayMs: 0, resetShare: 0 }
const POSTGRES_PORT = 5432

type Way = Readonly<{ relay: Relay; settings: Readonly<Record<string, string>>; end: () => Promise<void> }>

const toNode = async (dir: string, random: () => number): Promise<Way> => {
  const node = await startWireProcess({ logFile: joinPath(dir, 'node.log') })
  const relay = await startRelay({ host: '127.0.0.1', port: Number(new URL(node.connectionString).port) }, random)
  return { relay, settings: { EVENT_STORE: `esdb://127.0.0.1:${relay.port}?tls=false` }, end: node.stop }
}

const toPostgres = async (dir: string, random: () => number): Promise<Way> => {
  const postgres = await startPostgres({ dir: joinPath(dir, 'data/postgres') })
  const socket = decodeURIComponent(new URL(postgres.url).host)
  const relay = await startRelay({ path: joinPath(socket, `.s.PGSQL.${POSTGRES_PORT}`) }, random)
  return { relay, settings: { DATABASE_URL: `postgres://app@127.0.0.1:${relay.port}/postgres?sslmode=disable` }, end: postgres.stop }
}

type Line = Readonly<{ name: string; way: typeof toNode; answerMs: number; readsServe: () => boolean }>

const lines: readonly Line[] = [
  { name: 'the event store', way: toNode, answerMs: 5_000, readsServe: () => true },
  { name: 'Postgres', way: toPostgres, answerMs: 10_000, readsServe: () => false },
]

const overLine = async ({ name, way, answerMs, readsServe }: Line, random: () => number, quick: boolean): Promise<Outcome> => {
  let relay: Relay
  const beneath: Beneath = async (dir) => {
    const { settings, ...rest } = await way(dir, random)
    relay = rest.relay
    return {
      settings,
      end: async () => {
        relay.stop()
        await rest.end()
      },
    }
  }
  return onTestBed(
    `slow-way-to-${name.replaceAll(' ', '-')}`,
    async (bed) => {
      const stream = await treasurersDay(bed, await billsOf(bed, 2_000), random)
      await pause(1_000)
      const before = relay.counts()
      relay.change(BAD)
      await pause(quick ? 10_000 : 60_000)
      relay.change(GOOD)
      const after = relay.counts()
      const healed = [await healing(bed, stream, performance.now())]
      await pause(500)
      await stream.stop()
      const resets = after.resets - before.resets
      const { summary: outcome, violations } = await judged(bed, stream, { answerMs, readsServe, healed, refusedAtLeast: 0 })
      return {
        summary: `${name} 200 ms away, with ${resets} resets: ${outcome}`,
        violations: [...violations, ...(resets === 0 ? ['no connection was reset: nothing was tried'] : [])],
      }
    },
    {},
    beneath,
  )
}

/** Fault 16: the connection to the event store, then to Postgres, is slow, and 2 % of the chunks break it. */
export const badNetwork: Fault = async ({ random, quick }) => {
  const outcomes: Outcome[] = []
  for (const line of lines) outcomes.push(await overLine(line, random, quick))
  return { summary: outcomes.map(({ summary }) => summary).join('; '), violations: outcomes.flatMap(({ violations }) => violations) }
}
