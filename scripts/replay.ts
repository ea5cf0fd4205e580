import { createHash } from 'node:crypto'
import type { RecordedEvent, StreamName } from '../modules/platform/event-store/event-store.ts'
import { eventsUpTo } from './events-up-to.ts'
import { differing, liveTables, refold } from './refold.ts'
import { type OpenLog, withLog } from './with-log.ts'

/** Another size of batch, since the result must not depend on where one ends. */
const BATCHES = [2_000, 173] as const

/** The state of a stream is a function of its events, so their chained hash names it. */
const stateHashes = () => {
  const states = new Map<StreamName, string>()
  return ({ stream, type, data }: RecordedEvent): string => {
    const hash = createHash('sha256')
      .update(`${states.get(stream) ?? ''}\n${type}\n${JSON.stringify(data)}`)
      .digest('hex')
      .slice(0, 12)
    states.set(stream, hash)
    return hash
  }
}

const print = async (events: AsyncIterable<RecordedEvent> | Iterable<RecordedEvent>): Promise<number> => {
  const hashOf = stateHashes()
  let count = 0
  for await (const event of events) {
    count += 1
    const { metadata, position, stream, revision, type } = event
    const line = `${metadata.at}  ${position}  ${stream}@${revision}  ${type}  ${metadata.actor}  ${hashOf(event)}\n`
    if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
  return count
}

const check = async (opened: OpenLog): Promise<void> => {
  const live = await liveTables(opened.pool)
  const first = await refold(opened, live.positions, 'replay_first', BATCHES[0])
  const second = await refold(opened, live.positions, 'replay_second', BATCHES[1])
  const problems = [
    ...differing(first, second).map((name) => `${name}: two foldings of the log differ`),
    ...differing(first, live.hashes).map((name) => `${name}: the live table differs from what the log says (npm run rebuild mends it)`),
  ]
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else process.stdout.write(`${first.size} tables are what the log says, and were so each time.\n`)
}

const [, , stream] = process.argv
await withLog(async (opened) => {
  const count = await print(stream ? await opened.store.read(stream as StreamName) : eventsUpTo(opened.store, await opened.store.head()))
  process.stdout.write(`${count} events.\n`)
  if (stream && count === 0) throw new Error(`There is no stream ${stream}.`)
  if (!stream) await check(opened)
})
