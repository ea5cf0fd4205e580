import { bytesToHex } from '@noble/hashes/utils.js'
import type { Books, PackEvent } from '../books.ts'
import { canonicalJson } from '../canonical-json.ts'
import { equalHashes, type Hash, hashLeaf } from '../merkle-tree.ts'
import { TAG } from '../pack-format.ts'
import type { Measured, PackFiles } from './pack-file.ts'
import type { Report } from './report.ts'
import type { Heads } from './verify-heads.ts'

type Line = PackEvent & Readonly<{ id: string; stream: string; revision: number }>

const FIELDS = 'data,id,metadata,revision,stream,type'
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the line of an event; throws if it is none. */
export const parseLine = (line: string): Line => {
  const value: unknown = JSON.parse(line)
  if (!isObject(value) || Object.keys(value).join() !== FIELDS || canonicalJson(value) !== line) throw new Error('is not an event in canonical JSON.')
  const { data, metadata, id, type, stream, revision } = value
  if (!isObject(data) || !isObject(metadata) || ![id, type, stream].every((text) => typeof text === 'string') || !Number.isSafeInteger(revision))
    throw new Error('is not an event.')
  return value as Line
}

/** The network in an event; undefined if it names none. */
const networkOf = ({ data, stream }: Line): unknown => (stream.startsWith('network-') ? stream.slice('network-'.length) : data.networkId)

/**
 * Reads all events of the pack once. Each event must belong to this network and continue its stream; it is applied to
 * the books unless the manifest lists it in `setAside`. Together the events must lead from the opening head to the
 * closing head. `wanted`: the sizes at which the tree's root is needed to compare it with another pack.
 */
export const readEvents = async (
  files: PackFiles,
  {
    network,
    heads,
    books,
    wanted,
    setAside,
  }: Readonly<{ network: string; heads: Heads; books: Books; wanted: readonly number[]; setAside: ReadonlySet<string> }>,
  { found }: Report,
) => {
  const tags: string[] = []
  const tagged = await files.lines('lines.txt', (tag) => tags.push(tag))
  const { tree } = heads
  const roots = new Map<number, Hash>()
  const keep = () => {
    if (wanted.includes(tree.size())) roots.set(tree.size(), tree.root())
  }
  keep()
  const revisions = new Map<string, number>()
  const left = new Set<string>()
  let changed = false
  const measured: Measured = await files.lines('events.jsonl', (line, number, bytes) => {
    const leaf = hashLeaf(bytes)
    tree.append(leaf)
    keep()
    // Reports only the first changed line: after an inserted or missing line all later ones differ, too.
    if (!changed && bytesToHex(leaf).slice(0, TAG) !== tags[number - 1]) {
      changed = true
      found('events.jsonl', 'is not the event that was recorded here: it was changed, moved, added, or one before it was cut.', number)
    }
    try {
      const event = parseLine(line)
      const { stream, revision } = event
      const of = networkOf(event)
      if (of !== undefined && of !== network) throw new Error(`is an event of network ${String(of)}.`)
      const last = revisions.get(stream) ?? -1
      revisions.set(stream, revision)
      if (revision <= last) throw new Error(`is event ${revision} of ${stream}, behind its event ${last}.`)
      if (setAside.has(event.id)) left.add(event.id)
      else books.apply(event)
    } catch (error) {
      found('events.jsonl', error instanceof Error ? error.message : String(error), number)
    }
  })
  if (!changed && tags.length !== measured.lines)
    found('events.jsonl', `has ${measured.lines} events, and ${tags.length} were recorded.`, Math.min(measured.lines, tags.length) + 1)
  if (tree.size() !== heads.closing.size || !equalHashes(tree.root(), heads.closing.root))
    found('events.jsonl', 'its lines do not lead from the signed opening head to the signed closing head.')
  for (const id of setAside) if (!left.has(id)) found('manifest.json', `says that event ${id} was quarantined, which is none of this pack.`)
  return { measured, tagged, roots }
}
