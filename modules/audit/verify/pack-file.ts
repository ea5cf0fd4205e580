import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { configure, type FileEntry, type Reader, ZipReader } from '@zip.js/zip.js'
import { FILES, type FileName } from '../pack-format.ts'
import type { Report } from './report.ts'

configure({ useWebWorkers: false })

export type ZipSource = Reader<unknown>
/** A file's size and hash, as the manifest lists them. */
export type Measured = Readonly<{ bytes: number; lines: number; sha256: string }>
export type PackFiles = Readonly<{
  /** Calls `each` for every line of a file, without its line feed. */
  lines: (name: FileName, each: (line: string, number: number, bytes: Uint8Array) => void) => Promise<Measured>
  text: (name: FileName) => Promise<Readonly<{ text: string; measured: Measured }>>
}>

const LINE_FEED = 10
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

/** Opens a pack. If the file is no pack, reports why and returns null. */
export const openPack = async (source: ZipSource, { found }: Report): Promise<PackFiles | null> => {
  let entries: FileEntry[]
  try {
    const all = await new ZipReader(source, { strictness: 'strict' }).getEntries()
    entries = all.flatMap((entry) => (entry.directory ? [] : [entry]))
  } catch (error) {
    found('the zip file', `cannot be read: ${wordsOf(error)}`)
    return null
  }
  const known = new Map(entries.map((entry) => [entry.filename, entry]))
  const missing = FILES.filter((name) => !known.has(name))
  for (const name of missing) found(name, 'is missing.')
  for (const { filename } of entries) if (!(FILES as readonly string[]).includes(filename)) found(filename, 'does not belong to a pack.')
  if (entries.length !== known.size) found('the zip file', 'has two files of the same name.')
  if (missing.length > 0) return null

  const lines: PackFiles['lines'] = async (name, each) => {
    const hash = sha256.create()
    let bytes = 0
    let count = 0
    let rest: Uint8Array = new Uint8Array()
    const take = (line: Uint8Array): void => {
      count += 1
      each(decode(line), count, line)
    }
    const write = (chunk: Uint8Array): void => {
      hash.update(chunk)
      bytes += chunk.length
      let from = 0
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        take(rest.length === 0 ? chunk.subarray(from, at) : joined(rest, chunk.subarray(from, at)))
        rest = new Uint8Array()
        from = at + 1
      }
      rest = joined(rest, chunk.subarray(from))
    }
    try {
      await known.get(name)?.getData(new WritableStream<Uint8Array>({ write }), { checkSignature: true })
      if (rest.length > 0) found(name, 'ends in the middle of a line.', count + 1)
    } catch (error) {
      found(name, `cannot be read: ${wordsOf(error)}`, count + 1)
    }
    return { bytes, lines: count, sha256: bytesToHex(hash.digest()) }
  }
  return {
    lines,
    text: async (name) => {
      const all: string[] = []
      const measured = await lines(name, (line) => all.push(`${line}\n`))
      return { text: all.join(''), measured }
    },
  }
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
