import {
  ANY,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { checkAppend, type Encoded, encode, inRounds } from './check.ts'
import { type Append, type Appended, Conflict, type EventStore, type Position, START, type StreamName, Unavailable } from './event-store.ts'
import { type Attempt, openAsk } from './eventstoredb-calls.ts'
import { followEventStoreDb } from './eventstoredb-follow.ts'
import { headOf, readStream, tombstonesBehind } from './eventstoredb-reads.ts'

const IN_FLIGHT = 256

type EventData = Parameters<typeof jsonEvent>[0]['data']

type Options = Readonly<{ connectionString: string; patience?: (() => number) | undefined }>

const openWriter = (client: EventStoreDBClient, ask: ReturnType<typeof openAsk>) => {
  /**
   * One append per stream at a time: the server drops an event whose id is already in flight, and the client waits for
   * ever.
   */
  const underWay = new Map<StreamName, Promise<void>>()

  const send = async ({ stream, events, expect }: Encoded, attempt: Attempt): Promise<Appended> => {
    // An append refused while queued must not be written later.
    if (attempt.givenUp()) throw new Unavailable(new Error('Nobody waits any more.'))
    const sent = client.appendToStream(
      stream,
      events.map(({ id, type, data, metadata }) => jsonEvent({ id, type, data: data as EventData, metadata })),
      { expectedRevision: expect === 'none' ? NO_STREAM : BigInt(expect) },
    )
    const settled = sent.then(
      () => {},
      () => {},
    )
    underWay.set(stream, settled)
    void settled.then(() => underWay.delete(stream))
    const written = await sent
    attempt.onAnswer()
    return {
      stream,
      revision: Number(written.nextExpectedRevision),
      position: written.position?.commit ?? (await positionOf(stream, events.at(-1)?.id, attempt)),
    }
  }

  /** The node's answer to a repeated append may lack the position. */
  const positionOf = async (stream: StreamName, id: string | undefined, attempt: Attempt): Promise<Position> =>
    (await readStream(client, stream, attempt)).find((event) => event.id === id)?.position ?? START

  const write = async (append: Append, amongMany = false): Promise<Appended> => {
    const encoded = encode(append)
    const attempted = async (attempt: Attempt): Promise<Appended> => {
      for (let before = underWay.get(append.stream); before; before = underWay.get(append.stream)) await before
      return send(encoded, attempt)
    }
    return ask(attempted, { amongMany }).catch((error: unknown) => {
      throw refusalOf(error, encoded)
    })
  }

  /**
   * One connection keeps the order of appends and can lose only the last of them, so sending all again completes them
   * in order.
   */
  const writeInOrder = async (appends: readonly Encoded[]): Promise<readonly Appended[]> => {
    const attempted = async (attempt: Attempt): Promise<readonly Appended[]> => {
      await Promise.all(appends.map(({ stream }) => underWay.get(stream)))
      const sent = appends.map((append) =>
        send(append, attempt).catch((error: unknown) => {
          throw refusalOf(error, append)
        }),
      )
      await Promise.allSettled(sent)
      return Promise.all(sent)
    }
    return ask(attempted, { amongMany: true })
  }

  const answer = (append: Append): Promise<Appended | Conflict> =>
    write(append, true).catch((error: unknown) => {
      if (error instanceof Conflict) return error
      throw error
    })

  return { write, writeInOrder, answer }
}

/**
 * The log in EventStoreDB. Open only one per process: the client mixes up the appends of two connections when one of
 * their servers fails.
 */
export const eventStoreDbEventStore = ({ connectionString, patience }: Options): EventStore => {
  const client = EventStoreDBClient.connectionString(connectionString)
  const closing = new AbortController()
  const ask = openAsk(patience)
  const { write, writeInOrder, answer } = openWriter(client, ask)
  return {
    append: (stream, events, expect) => write({ stream, events, expect }),

    appendEach: async (appends) => {
      for (const append of appends) checkAppend(append)
      const answers: (Appended | Conflict)[] = new Array(appends.length)
      for (const round of inRounds(appends)) {
        const left = round.values()
        const worker = async (): Promise<void> => {
          for (const { index, append } of left) answers[index] = await answer(append)
        }
        await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, round.length) }, worker))
      }
      return answers
    },

    appendInOrder: async (appends) => {
      const encoded = appends.map(encode)
      const answers: Appended[] = []
      for (let from = 0; from < encoded.length; from += IN_FLIGHT) answers.push(...(await writeInOrder(encoded.slice(from, from + IN_FLIGHT))))
      return answers
    },

    read: (stream) => ask((attempt) => readStream(client, stream, attempt)),

    follow: (options) => followEventStoreDb(client, ask, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) }),

    head: (category, after = START) => ask((attempt) => headOf(client, category, after, attempt)),

    bury: (stream) =>
      ask(async () => {
        try {
          await client.tombstoneStream(stream, { expectedRevision: ANY })
        } catch (error) {
          // Ignored: the stream is buried already, or was never written.
          if (!(error instanceof StreamDeletedError || error instanceof WrongExpectedVersionError)) throw error
        }
      }),

    buried: async () => {
      const found = new Set<StreamName>()
      for (let position = START; ; ) {
        const { streams, reached } = await ask((attempt) => tombstonesBehind(client, position, attempt))
        for (const stream of streams) found.add(stream)
        if (reached === position) return [...found]
        position = reached
      }
    },

    // A position is a byte offset in the node's transaction log.
    positionsPerEvent: 1_000,
    close: async () => {
      closing.abort()
      await client.dispose()
    },
  }
}

const refusalOf = (error: unknown, { stream, expect, size }: Encoded): unknown => {
  if (error instanceof StreamDeletedError) return new Conflict(stream, expect, null)
  if (error instanceof WrongExpectedVersionError) {
    const actual = Number(error.actualVersion)
    return new Conflict(stream, expect, actual >= 0 ? actual : 'none')
  }
  if (error instanceof MaxAppendSizeExceededError)
    return new RangeError(`Append to ${stream}: ${size} characters are more than the event store takes at once.`, { cause: error })
  return error
}
