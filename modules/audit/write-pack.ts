import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { configure, ZipWriter } from '@zip.js/zip.js'
import type { Instant } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { isQuarantined, type RecordedEvent } from '../platform/event-store/event-store.ts'
import { CSV_MARK, csvLine } from '../shared/csv.ts'
import { added, sumOf } from './books.ts'
import { toBase64 } from './bytes.ts'
import { originOf } from './checkpoint.ts'
import { controlLines, figuresLines } from './control-sheet.ts'
import { leafHash, lineOf } from './leaf.ts'
import { consistencyRanges, equalHashes, fullSubtrees, growingTree, type RootsOf, rootAt } from './merkle-tree.ts'
import * as format from './pack-format.ts'
import { readmeOf } from './pack-readme.ts'
import { type SigningKey, signedHead } from './signing-key.ts'

// Compression is native and already runs off the main thread.
configure({ useWebWorkers: false })

type Pages<Row> = AsyncIterable<readonly Row[]>

/** The contents of a pack. The tables are the product's own as of both ends of the span, with rows ordered by id. */
export type PackSource = Readonly<{
  /** The number of the network's events before the span, and at its end. */
  size: Readonly<Record<format.End, number>>
  rootsOf: RootsOf
  /** The events of the span. */
  events: () => Pages<RecordedEvent>
  programs: (at: format.End) => Pages<Readonly<{ id: string; name: string }>>
  bills: (at: format.End) => Pages<format.Bill>
  payments: (at: format.End) => Pages<format.Payment>
  /** The sums of the changes that the span's events made to the figures. */
  movements: () => Promise<format.Movements>
}>

export type Span = Readonly<{ network: NetworkId; from: Instant; to: Instant; madeAt: Instant }>

/** Streams a pack. Memory holds only one page of it, the figures of each program, and a few bytes for each line. */
export const writePack = async (out: WritableStream<Uint8Array>, source: PackSource, span: Span, key: SigningKey): Promise<void> => {
  const zip = new ZipWriter(out, { level: 6, extendedTimestamp: false, keepOrder: true })
  const files: format.Manifest['files'] = []
  const add = async (name: format.FileName, parts: AsyncIterable<string> | Iterable<string>): Promise<void> => {
    const hash = createHash('sha256')
    let bytes = 0
    let lines = 0
    const encoded = async function* () {
      for await (const part of parts) {
        const chunk = Buffer.from(part)
        hash.update(chunk)
        bytes += chunk.length
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
        yield chunk
      }
    }
    await zip.add(name, Readable.toWeb(Readable.from(encoded(), { highWaterMark: 1 })) as ReadableStream<Uint8Array>, {
      lastModDate: new Date(span.madeAt),
    })
    files.push({ name, bytes, lines, sha256: hash.digest('hex') })
  }

  const { size, rootsOf } = source
  const frontier = await rootsOf(fullSubtrees(size.opening))
  const consistency = await rootsOf(consistencyRanges(size.opening, size.closing))
  /** Writes the tables of one end of the span, and returns the sums of each program's figures. */
  const addTables = async (at: format.End): Promise<ReadonlyMap<string, format.Figures>> => {
    const names = new Map<string, string>()
    for await (const page of source.programs(at)) for (const { id, name } of page) names.set(id, name.replace(/\s+/g, ' '))
    const figures = new Map([...names.keys()].map((id) => [id, sumOf([])]))
    const count = (bill: format.Bill) => figures.set(bill.program, added(figures.get(bill.program) ?? sumOf([]), format.figuresOf(bill)))
    await add(`${at}/bills.csv`, table(format.BILLS, source.bills(at), format.billLine, count))
    await add(`${at}/payments.csv`, table(format.PAYMENTS, source.payments(at), format.paymentLine))
    await add(`${at}/figures.csv`, figuresLines(names, figures))
    return figures
  }
  await add('README.txt', [readmeOf(span, size)])
  const opening = await addTables('opening')

  const tags: string[] = []
  const quarantined: string[] = []
  const tree = growingTree(size.opening, frontier)
  const lines = async function* () {
    for await (const events of source.events()) {
      const page = events.map(lineOf)
      const pageTags: string[] = []
      for (const [i, line] of page.entries()) {
        const leaf = leafHash(line)
        tree.append(leaf)
        pageTags.push(`${leaf.toString('hex', 0, format.TAG / 2)}\n`)
        const event = events[i]
        if (event && isQuarantined(event)) quarantined.push(event.id)
      }
      tags.push(pageTags.join(''))
      yield page.map((line) => `${line}\n`).join('')
    }
  }
  await add('events.jsonl', lines())
  if (tree.size() !== size.closing || !equalHashes(tree.root(), await rootAt(rootsOf, size.closing)))
    throw new Error(`The log of network ${span.network} was not the same twice.`)
  await add('lines.txt', tags)

  const closing = await addTables('closing')
  await add('control.csv', controlLines(opening, await source.movements(), closing))

  const origin = originOf(span.network)
  for (const at of ['opening', 'closing'] as const) await add(`checkpoint-${at}.txt`, [await signedHead(key, span.network, size[at], rootsOf)])
  const proof: format.Proof = { frontier: frontier.map(toBase64), consistency: consistency.map(toBase64) }
  await add('proof.json', [`${JSON.stringify(proof, null, 1)}\n`])
  const manifest: format.Manifest = {
    ...{ format: format.FORMAT, ...span, key: key.verifierKey(span.network) },
    ...{ opening: { size: size.opening }, closing: { size: size.closing }, ...(quarantined.length > 0 && { setAside: quarantined }) },
    files: [...files],
  }
  await add('manifest.json', [`${JSON.stringify(manifest, null, 1)}\n`])
  await add('manifest.note', [key.sign(span.network, format.manifestText(origin, files.at(-1)?.sha256 ?? ''))])
  await zip.close()
}

async function* table<Row>(
  columns: readonly string[],
  pages: Pages<Row>,
  lineOfRow: (row: Row) => string,
  seen: (row: Row) => void = () => {},
): AsyncGenerator<string, void, undefined> {
  yield CSV_MARK + csvLine(columns)
  for await (const page of pages) {
    for (const row of page) seen(row)
    yield page.map(lineOfRow).join('')
  }
}
