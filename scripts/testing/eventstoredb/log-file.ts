import { ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { LogRecord } from './log.ts'

/** Keeps a log: records written together are on the disk together, or not at all. */
export type LogFile = Readonly<{ kept: readonly LogRecord[]; keep: (records: readonly LogRecord[]) => void; fill: () => void }>

const LENGTH_BYTES = 4

/**
 * A file of length-prefixed entries. An entry is on the disk before it is acknowledged (O_SYNC); an entry cut short by
 * a kill is dropped at the next start. If a write fails, the entry does not count, and the process ends without a
 * report, as a node does on a full disk. `fill` simulates a full disk.
 */
export const openLogFile = (path: string): LogFile => {
  const file = openSync(path, 'as+')
  const bytes = readFileSync(path)
  const kept: LogRecord[] = []
  let end = 0
  while (end + LENGTH_BYTES <= bytes.length) {
    const next = end + LENGTH_BYTES + bytes.readUInt32BE(end)
    if (next > bytes.length) break
    kept.push(...(deserialize(bytes.subarray(end + LENGTH_BYTES, next)) as LogRecord[]))
    end = next
  }
  ftruncateSync(file, end)
  let full = false
  const write = (entry: Uint8Array): void => {
    const written = writeSync(file, full ? entry.subarray(0, entry.length / 2) : entry)
    if (written < entry.length) throw new Error('no space left on the disk')
  }
  return {
    kept,
    keep: (records) => {
      const entry = serialize(records)
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(entry.length)
      try {
        write(Buffer.concat([length, entry]))
      } catch (error) {
        if (!full) process.stderr.write(`The log cannot be written, and this node ends: ${error}\n`)
        process.exit(1)
      }
    },
    fill: () => {
      full = true
    },
  }
}
