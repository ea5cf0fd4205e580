import { type Instant, instantOf } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { eachInTurn } from '../platform/each-in-turn.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { Visitor } from '../platform/http/visitor.ts'
import type { Log } from '../platform/log.ts'
import { type AccessEvent, type AccessTimes, accessFold, takenBy } from './events.ts'

type AccessCommand =
  | { type: 'NoteAccess'; networkId: NetworkId; userId: UserId; hour: Instant }
  | { type: 'TakeFile'; networkId: NetworkId; userId: UserId; file: string }
  | { type: 'TakeFileByKey'; networkId: NetworkId; keyId: string; file: string; hour: Instant }

export const accessDecider: Decider<AccessTimes, AccessCommand, AccessEvent> = {
  initial: new Map(),
  ...accessFold,
  decide: (command, last) => {
    if (command.type === 'TakeFile') {
      const { type: _, ...data } = command
      return [{ type: 'AuditorTookFile', data }]
    }
    if (command.type === 'TakeFileByKey') {
      const { type: _, ...data } = command
      return last.get(takenBy(data)) === data.hour ? [] : [{ type: 'KeyTookFile', data }]
    }
    const { type: _, ...data } = command
    return last.get(data.userId) === data.hour ? [] : [{ type: 'AuditorVisited', data }]
  },
}

/**
 * The networks whose books a request read. A bill or payor found by its id may belong to another network than the
 * visitor's current one; lists show only the current one.
 */
const networksRead = ({ rights, network }: Visitor): Iterable<NetworkId> => {
  const read = rights.filter(({ kind }) => kind === 'read')
  return read.length > 0 ? new Set(read.map((right) => right.network)) : network ? [network] : []
}

const HOUR_MS = 3_600_000
const MANY = 1_000
const FILE = /^\/api\/(?:(?:exports|assessment-(?:bills|programs)\/:id)\/([\w-]+\.(?:csv|pdf))|audit\/(pack|proof))$/

/**
 * Records in the log that an Auditor reads the books (once an hour) or downloads a file (each time), and that an API
 * key downloads a file (once an hour for each file, since software repeats its requests) (R104). If the record fails,
 * the failure is logged and the read continues.
 */
export const logAccess = (store: EventStore, log: Log) => {
  const { handle } = commandHandler(store, accessDecider)
  const noted = new Set<string>()
  return async (visitor: Visitor, path: string, { actor, at, cause }: Circumstances): Promise<void> => {
    const { user, key } = visitor
    const [, exported, packed] = FILE.exec(path) ?? []
    const file = exported ?? (packed && `audit ${packed}`)
    const hour = instantOf(Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS)
    const circumstances = cause === undefined ? { actor, at } : { actor, at, cause }
    const noteIn = async (networkId: NetworkId): Promise<void> => {
      const who = user && visitor.grants.get(networkId) === 'Auditor' ? user.id : key && file && `key:${key.id} ${file}`
      const one = `${networkId} ${who} ${hour}`
      if (!who || (noted.has(one) && (key || !file))) return
      const note = (command: AccessCommand) => handle(`visits-${networkId}`, command, circumstances)
      if (user) {
        await note({ type: 'NoteAccess', networkId, userId: user.id, hour })
        if (file) await note({ type: 'TakeFile', networkId, userId: user.id, file })
      } else if (key && file) await note({ type: 'TakeFileByKey', networkId, keyId: key.id, file, hour })
      if (noted.size >= MANY) noted.clear()
      noted.add(one)
    }
    try {
      await eachInTurn(networksRead(visitor), noteIn)
    } catch (error) {
      log.error({ err: error }, 'a visit was not noted')
    }
  }
}
