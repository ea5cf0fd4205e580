import {
  ANY,
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { checkAppend, type Encoded, encode, inRounds } from './event-store.check.ts'
import { isRetryable } from './event-store.eventstoredb-faults.ts'
import { followEventStoreDb, recorded } from './event-store.eventstoredb-follow.ts'
import {
  type Append,
  type Appended,
  Conflict,
  type EventStore,
  type Position,
  type RecordedEvent,
  START,
  type StreamName,
  Unavailable,
} from './event-store.ts'
import { unavailableAfter } from './patience.ts'

const IN_FLIGHT = 256
const PATIENCE = 2_000
/** The client never gives up on an append by itself; a frozen server would hold a request for ever. */
const LONGEST = 10_000

type EventData = Parameters<typeof jsonEvent>[0]['data']

/** The log in EventStoreDB. One per process: the client mixes up the appends of two when one of their servers fails. */
export const eventStoreDbEventStore = ({ connectionString }: Readonly<{ connectionString: string }>): EventStore => {
  const client = EventStoreDBClient.connectionString(connectionString)
  const closing = new AbortController()
  /** One append a stream at a time: the server drops an event whose id is under way already, and its client waits in vain. */
  const underWay = new Map<StreamName, Promise<void>>()

  const send = async ({ stream, events, expect }: Encoded): Promise<Appended> => {
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
    const written = await within(LONGEST, sent)
    return {
      stream,
      revision: Number(written.nextExpectedRevision),
      position: written.position?.commit ?? (await positionOf(stream, events.at(-1)?.id)),
    }
  }

  /** The answer to a repetition can lack the position. */
  const positionOf = async (stream: StreamName, id: string | undefined): Promise<Position> =>
    (await readStream(client, stream)).find((event) => event.id === id)?.position ?? START

  const write = async (append: Append): Promise<Appended> => {
    const encoded = encode(append)
    try {
      return await unavailableAfter(PATIENCE, isRetryable, async () => {
        for (let before = underWay.get(append.stream); before; before = underWay.get(append.stream)) await within(LONGEST, before)
        return send(encoded)
      })
    } catch (error) {
      const { stream, expect } = append
      if (error instanceof StreamDeletedError) throw new Conflict(stream, expect, null)
      if (error instanceof WrongExpectedVersionError) {
        const actual = Number(error.actualVersion)
        throw new Conflict(stream, expect, actual >= 0 ? actual : 'none')
      }
      if (error instanceof MaxAppendSizeExceededError) {
        throw new RangeError(`Append to ${stream}: ${encoded.size} characters are more than the event store takes at once.`, { cause: error })
      }
      throw error
    }
  }

  const answer = (append: Append): Promise<Appended | Conflict> =>
    write(append).catch((error: unknown) => {
      if (error instanceof Conflict) return error
      throw error
    })

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

    read: (stream) => unavailableAfter(PATIENCE, isRetryable, () => readStream(client, stream)),

    follow: (options) => followEventStoreDb(client, () => headOf(client), { ...options, signal: AbortSignal.any([options.signal, closing.signal]) }),

    head: () => unavailableAfter(PATIENCE, isRetryable, () => headOf(client)),

    bury: (stream) =>
      unavailableAfter(PATIENCE, isRetryable, async () => {
        try {
          await client.tombstoneStream(stream, { expectedRevision: ANY })
        } catch (error) {
          // Buried before, or never written: nothing is left to delete.
          if (!(error instanceof StreamDeletedError || error instanceof WrongExpectedVersionError)) throw error
        }
      }),

    close: async () => {
      closing.abort()
      await client.dispose()
    },
  }
}

const readStream = async (client: EventStoreDBClient, stream: StreamName): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  try {
    for await (const { event } of client.readStream(stream)) if (event) events.push(recorded(event))
    return events
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return []
    throw error
  }
}

const headOf = async (client: EventStoreDBClient): Promise<Position> => {
  let head = START
  for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) head = event?.position?.commit ?? head
  return head
}

const within = async <Result>(ms: number, answer: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable(new Error(`no answer in ${ms} ms`))), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
