import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { ClientBase } from 'pg'
import type { Position, RecordedEvent, StreamName } from '../modules/platform/event-store/event-store.ts'
import { eventsUpTo } from './events-up-to.ts'
import { differing, liveTables, refold } from './refold.ts'
import { type OpenLog, withLog } from './with-log.ts'

/** Two batch sizes, because the result must not depend on batches. */
const BATCHES = [2_000, 173] as const

/** The state of a stream is a function of its events, so their chained hash identifies it. */
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

const printFigures = async (tx: ClientBase): Promise<void> => {
  const { rows } = await tx.query<Record<'name' | 'bills' | 'assessed' | 'collected' | 'outstanding', string>>(`
    select n.name, (select count(*) from bills b where b.network_id = n.id) as bills, coalesce(sum(t.assessed), 0) / 100.0 as assessed,
           coalesce(sum(t.collected), 0) / 100.0 as collected, coalesce(sum(t.outstanding), 0) / 100.0 as outstanding
    from networks n left join totals t on t.network_id = n.id group by n.id, n.name, n.position order by n.position`)
  for (const { name, bills, assessed, collected, outstanding } of rows)
    process.stdout.write(
      `${name}: ${bills} bills, $${Number(assessed).toFixed(2)} assessed, $${Number(collected).toFixed(2)} collected, $${Number(outstanding).toFixed(2)} outstanding\n`,
    )
}

/** Folds the log twice: at its end both folds must equal the live tables, at an earlier position each other. */
const check = async (opened: OpenLog, to: Position | null): Promise<void> => {
  const live = await liveTables(opened.pool)
  const positions = new Map([...live.positions].map(([name, position]) => [name, to !== null && to < position ? to : position]))
  const first = await refold(opened, positions, 'replay_first', BATCHES[0], printFigures)
  const second = await refold(opened, positions, 'replay_second', BATCHES[1])
  const problems = differing(first, second).map((name) => `${name}: two foldings of the log differ`)
  if (to === null)
    problems.push(...differing(first, live.hashes).map((name) => `${name}: the live table differs from what the log says (npm run rebuild mends it)`))
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else process.stdout.write(`${first.size} tables are what the log says${to === null ? '' : ` up to ${to}`}, and were so each time.\n`)
}

const {
  positionals: [stream],
  values: { to: last },
} = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
if (last !== undefined && !/^\d+$/.test(last)) throw new Error(`--to wants the position of an event, not '${last}'.`)
const to = last === undefined ? null : BigInt(last)

await withLog(async (opened) => {
  const head = await opened.store.head()
  const end = to !== null && to < head ? to : head
  const count = await print(
    stream ? (await opened.store.read(stream as StreamName)).filter(({ position }) => position <= end) : eventsUpTo(opened.store, end),
  )
  process.stdout.write(`${count} events.\n`)
  if (stream && count === 0) throw new Error(`There is no stream ${stream}.`)
  if (!stream) await check(opened, to)
})
