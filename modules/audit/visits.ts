import { type Instant, instantOf } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import { currentRole, type Visitor } from '../platform/http/visitor.ts'
import type { Log } from '../platform/log.ts'
import type { VisitEvent } from './events.ts'

type VisitCommand =
  | { type: 'Visit'; networkId: NetworkId; userId: UserId; hour: Instant }
  | { type: 'TakeFile'; networkId: NetworkId; userId: UserId; file: string }
/** The last hour of each Auditor. */
type Visits = ReadonlyMap<string, Instant>

export const visitDecider: Decider<Visits, VisitCommand, VisitEvent> = {
  initial: new Map(),
  decide: (command, last) => {
    if (command.type === 'TakeFile') {
      const { type: _, ...data } = command
      return [{ type: 'AuditorTookFile', data }]
    }
    const { type: _, ...data } = command
    return last.get(data.userId) === data.hour ? [] : [{ type: 'AuditorVisited', data }]
  },
  evolve: (last, { type, data }) => (type === 'AuditorVisited' ? new Map(last).set(data.userId, data.hour) : last),
}

const HOUR_MS = 3_600_000
const MANY = 1_000
const FILE = /^\/api\/(?:(?:exports|assessment-(?:bills|programs)\/:id)\/([\w-]+\.(?:csv|pdf))|audit\/(pack|proof))$/

/**
 * Notes that an Auditor read something (R163): once an hour, and each file that they take. A visit that cannot be noted is logged, and read all
 * the same.
 */
export const noteVisits = (store: EventStore, log: Log) => {
  const { handle } = commandHandler(store, visitDecider)
  const noted = new Set<string>()
  return async (visitor: Visitor, path: string, { actor, at, cause }: Circumstances): Promise<void> => {
    const { user, network } = visitor
    if (!user || !network || currentRole(visitor) !== 'Auditor') return
    const hour = instantOf(Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS)
    const key = `${network} ${user.id} ${hour}`
    const file = FILE.exec(path)
    if (noted.has(key) && !file) return
    try {
      const of = { networkId: network, userId: user.id }
      const circumstances = cause === undefined ? { actor, at } : { actor, at, cause }
      await handle(`visits-${network}`, { type: 'Visit', ...of, hour }, circumstances)
      if (file) await handle(`visits-${network}`, { type: 'TakeFile', ...of, file: file[1] ?? `audit ${file[2]}` }, circumstances)
      if (noted.size >= MANY) noted.clear()
      noted.add(key)
    } catch (error) {
      log.error({ err: error }, "an Auditor's visit was not noted")
    }
  }
}
