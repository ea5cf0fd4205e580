import { type FileHandle, open, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Reader } from '@zip.js/zip.js'
import { parseVerifierKeys } from '../signed-note.ts'
import { problemText } from './report.ts'
import { verifyFiles } from './verify-files.ts'

const USAGE = `Usage: vestry-verify FILE [OTHER] [--key KEY ...]

Checks an audit pack, two of one network, a pack and a daily seal (the mail that it came in, saved as text), or the
proof of a payment, without a network connection.
KEY is the network's public key, or a file that holds it. Where the key was changed meanwhile: all of them.
`

/** Reads a file on disk piece by piece, so that a large pack is never whole in memory. */
class FileReader extends Reader<FileHandle> {
  readonly file: FileHandle
  constructor(file: FileHandle, size: number) {
    super(file)
    this.file = file
    this.size = size
  }
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)))
    await this.file.read(bytes, 0, bytes.length, offset)
    return bytes
  }
}

const readerOf = async (name: string): Promise<FileReader> => {
  const file = await open(name)
  return new FileReader(file, (await file.stat()).size)
}

const keysFrom = async (text: string) => {
  const keys = parseVerifierKeys(text) ?? parseVerifierKeys(await readFile(text, 'utf8').catch(() => ''))
  if (!keys) throw new Error(`${text} is neither a key nor a file with one.`)
  return keys
}

/** Exit code 0: everything is proved. 1: a problem was found. 2: nothing could be checked. */
const run = async (): Promise<0 | 1 | 2> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string', multiple: true }, help: { type: 'boolean' } },
  })
  const [one, two, ...more] = positionals
  if (values.help || one === undefined || more.length > 0) {
    process.stderr.write(USAGE)
    return 2
  }
  const keys = (await Promise.all((values.key ?? []).map(keysFrom))).flat()
  const reports = await verifyFiles(two === undefined ? [await readerOf(one)] : [await readerOf(one), await readerOf(two)], keys)
  const names = [one, two ?? '']
  for (const [i, { problems, proved, open: unproved }] of reports.entries()) {
    if (problems.length > 0) process.stdout.write(`${names[i]}: WRONG\n${problems.map((problem) => `  ${problemText(problem)}\n`).join('')}`)
    else
      process.stdout.write(`${names[i]}: proved\n${[...proved, '', 'Not proved', ...unproved].map((text) => (text ? `  ${text}\n` : '\n')).join('')}`)
  }
  return reports.some(({ problems }) => problems.length > 0) ? 1 : 0
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
