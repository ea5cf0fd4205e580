import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/**
 * What only these tables know; read models are rebuilt from the log, and people sign in again. Tables that do not exist
 * are passed over. A restore fills them in this order, so a table stands behind those that it refers to.
 */
export const BACKED_UP = [
  'events',
  'buried_streams',
  'installation_keys',
  'person_keys',
  'users',
  'connected_accounts',
  'user_tokens',
  'idempotency_keys',
  'process_checkpoints',
] as const

export const VERSION = 1
const NEWLINE = 10

export type Header = Readonly<{
  vestryBackup: typeof VERSION
  madeAt: string
  tables: readonly Readonly<{ name: string; columns: readonly string[]; rows: number }>[]
}>

/** A header line, then the rows of each table as COPY writes them, then the checksum of all that. */
export async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const source = createReadStream(file)
  const plain = source.pipe(createGunzip())
  source.on('error', (error) => plain.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  // Split by hand: readline also ends a line at separators that a row may hold.
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield bytes.toString('utf8', start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

/** Reads a backup to its end; throws a sentence when it is not whole. */
export const checkBackup = async (file: string): Promise<Header> => {
  const damaged = (): Error => new Error(`${file} is damaged or incomplete: its checksum is wrong. Nothing was restored.`)
  const hash = createHash('sha256')
  let header: Header | undefined
  let last: string | undefined
  let lines = 0
  try {
    for await (const line of linesOf(file)) {
      if (last !== undefined) hash.update(`${last}\n`)
      if (lines++ === 0) header = headerOf(line)
      last = line
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`There is no backup at ${file}.`)
    throw damaged()
  }
  if (!header) throw new Error(`${file} is no backup of Vestry of version ${VERSION}.`)
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  if (last !== `sha256 ${hash.digest('hex')}` || lines !== rows + 2) throw damaged()
  return header
}

const headerOf = (line: string): Header | undefined => {
  try {
    const header = JSON.parse(line) as Header
    return header.vestryBackup === VERSION ? header : undefined
  } catch {
    return undefined
  }
}
