import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { HEAD_BYTES, opening, type Secret, Unusable } from './backup-seal.ts'

/**
 * A backup is compressed, sealed lines: a header; sections, each with a line of its name and columns, its rows and end
 * mark in COPY's format; and the row count of each section.
 */
export type Header = Readonly<{
  vestryBackup: 2
  madeAt: string
  /** The schema migrations applied to the rows. */
  migrations: readonly string[]
  /** The master key, if it was in a file of the data folder and not in a setting. */
  masterKey: string | null
}>
export type Section = Readonly<{ section: string; columns: readonly string[] }>
export type Counts = Readonly<Record<string, number>>
export type Rows = AsyncGenerator<string, void, undefined>

/** The sections that are not tables of ours. */
export const LOG = 'log'
export const JOBS = 'jobs'
export const LOG_COLUMNS = ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata'] as const

export const END = '\\.'
const NEWLINE = 10

/** A row in COPY's format; none of our values is null. */
export const copyRow = (values: readonly (string | number | bigint)[]): string =>
  values
    .map((value) => String(value).replace(/[\\\n\r\t]/g, (sign) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[sign] ?? sign))
    .join('\t')

/** Split by hand: readline also ends a line at separators that a row may hold. */
async function* linesOf(plain: AsyncIterable<Buffer>): Rows {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of plain) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield bytes.toString('utf8', start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
}

const headOf = async (file: string): Promise<Buffer> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`There is no backup at ${file}.`) : new Error(`${file} cannot be read: ${error.message}`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Reads a backup to its end, giving each section to `read`.
 * @throws Error, with a message for the operator, if the file is incomplete, no Vestry backup, or sealed with another
 * secret
 */
export const readBackup = async (
  file: string,
  secret: Secret,
  read: (section: Section, rows: Rows) => Promise<void>,
): Promise<Readonly<{ header: Header; counts: Counts }>> => {
  const unseal = await opening(await headOf(file), secret).catch((error: unknown) => {
    throw error instanceof Unusable ? new Error(`${file} ${error.message}`) : error
  })
  const gunzip = createGunzip()
  const reading = pipeline(createReadStream(file, { start: HEAD_BYTES }), unseal, gunzip)
  let damage: unknown
  reading.catch((error: unknown) => {
    damage = error
  })
  const damaged = () => new Error(`${file} is damaged or incomplete. Nothing was restored.`)
  const lines = linesOf(gunzip)
  const line = async (): Promise<string> => {
    try {
      const { value, done } = await lines.next()
      if (!done) return value
    } catch (error) {
      damage ??= error
    }
    throw damaged()
  }
  try {
    const counts: Record<string, number> = {}
    const header = JSON.parse(await line()) as Header
    for (;;) {
      const next = JSON.parse(await line()) as Section | { counts: Counts }
      if ('counts' in next) {
        await reading
        if (JSON.stringify(next.counts) !== JSON.stringify(counts)) throw damaged()
        return { header, counts }
      }
      counts[next.section] = 0
      const rows = async function* () {
        for (let row = await line(); row !== END; row = await line()) {
          counts[next.section] = (counts[next.section] ?? 0) + 1
          yield row
        }
      }
      await read(next, rows())
    }
  } catch (error) {
    if (damage !== undefined) throw damaged()
    throw error
  } finally {
    gunzip.destroy()
  }
}

const skip = async (_: Section, rows: Rows): Promise<void> => {
  for await (const _row of rows);
}

export const checkBackup = (file: string, secret: Secret) => readBackup(file, secret, skip)
