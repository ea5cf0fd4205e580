import { createHash } from 'node:crypto'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { openBooks } from '../../modules/audit/books.ts'
import { checkpointText, originOf } from '../../modules/audit/checkpoint.ts'
import { leafHash, lineOf } from '../../modules/audit/leaf.ts'
import { growingTree, type Hash, type RootsOf } from '../../modules/audit/merkle-tree.ts'
import { type Bill, type End, type Movements, manifestText, type Payment } from '../../modules/audit/pack-format.ts'
import { type SigningKey, signingKey } from '../../modules/audit/signing-key.ts'
import { type PackSource, writePack } from '../../modules/audit/write-pack.ts'
import { instantOf } from '../../modules/kernel/dates.ts'
import { NetworkId } from '../../modules/kernel/ids.ts'
import type { RecordedEvent } from '../../modules/platform/event-store/event-store.ts'
import { foldLedger, type LedgerEvent } from '../../projections/ledger/ledger.ts'
import type { Recorded } from '../../projections/projection.ts'
import { eventFixtures, network } from './event-fixtures.ts'

/** `seeds`: one for each signing key, the newest key's first. */
type Span = Readonly<{ network: string; opening?: number; closing?: number; seeds?: readonly [number, ...number[]] }>

export const signerOf = ([newest, ...earlier]: readonly [number, ...number[]]): SigningKey =>
  signingKey(Buffer.alloc(32, newest), ...earlier.map((seed) => Buffer.alloc(32, seed)))

/** A pack of these events from number `opening` to `closing`, with the tables of the product's ledger. */
export const packOf = async (
  events: readonly RecordedEvent[],
  { network: of, opening = 0, closing = events.length, seeds = [1] }: Span,
): Promise<Uint8Array> => {
  const tables = { opening: tablesOf(events.slice(0, opening)), closing: tablesOf(events.slice(0, closing)) }
  const leaves = events.map((event) => leafHash(lineOf(event)))
  const source: PackSource = {
    size: { opening, closing },
    rootsOf: rootsAmong(leaves),
    events: () => pages(events.slice(opening, closing)),
    programs: (at: End) => pages(tables[at].programs),
    bills: (at: End) => pages(tables[at].bills),
    payments: (at: End) => pages(tables[at].payments),
    movements: async () => movementsOf(events, opening, closing),
  }
  const chunks: Uint8Array[] = []
  const out = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) })
  const span = { network: NetworkId.parse(of), from: instantOf(0), to: instantOf(86_400_000), madeAt: instantOf(90_000_000) }
  await writePack(out, source, span, signerOf(seeds))
  return Uint8Array.from(Buffer.concat(chunks))
}

export const grown = (leaves: readonly Hash[]) => {
  const tree = growingTree()
  for (const leaf of leaves) tree.append(leaf)
  return tree
}

export const rootsAmong =
  (leaves: readonly Hash[]): RootsOf =>
  async (ranges) =>
    ranges.map(([from, to]) => grown(leaves.slice(from, to)).root())

async function* pages<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += 50) yield rows.slice(from, from + 50)
}

/** The movements of a span of events, computed by the verifier's code. */
const movementsOf = (events: readonly RecordedEvent[], opening: number, closing: number): Movements => {
  const books = openBooks()
  for (const event of events.slice(0, opening)) books.apply(event)
  books.movements.clear()
  for (const event of events.slice(opening, closing)) books.apply(event)
  return books.movements
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

const tablesOf = (events: readonly RecordedEvent[]) => {
  const known = { bills: new Map(), payments: new Map() }
  const ofBills = events.filter(({ type, stream }) => stream.startsWith('bill-') || type === 'RemittanceRecorded') as Recorded<LedgerEvent>[]
  const { issued, payments } = foldLedger(known, ofBills)
  const names = new Map<string, string>()
  for (const { type, data } of events)
    if (type === 'ProgramCreated' || type === 'ProgramChanged') names.set(String(data.programId), (data.terms as { name: string }).name)
  return {
    programs: [...names].map(([id, name]) => ({ id, name })).sort(byId),
    bills: issued
      .map(
        ({ id, programId, payorId, period, dueDate, amount, collected, balance, unapplied, state, claimMethod, debit }): Bill => ({
          ...{ id, program: programId, payor: payorId, period, dueDate, amount, collected, balance, status: state, claim: claimMethod, debit },
          unapplied,
        }),
      )
      .sort(byId),
    payments: payments
      .map(
        ({ id, billId, programId, payorId, amount, applied, used, refunded, disputed, method, status, receivedOn, createdAt }): Payment => ({
          ...{ id, bill: billId, program: programId, payor: payorId, amount, applied, used, refunded, disputed },
          ...{ method, status, receivedOn, recordedAt: createdAt.replace(/(?<=\.\d{3})\d+/, '') },
        }),
      )
      .sort(byId),
  }
}

export const unzip = async (zip: Uint8Array): Promise<Map<string, Uint8Array>> => {
  const files = new Map<string, Uint8Array>()
  for (const entry of await new ZipReader(new Uint8ArrayReader(zip)).getEntries())
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()))
  return files
}

export const zipOf = async (files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> => {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const [name, bytes] of files) await zip.add(name, new Uint8ArrayReader(bytes))
  return zip.close()
}

export type Files = Map<string, Uint8Array>
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8')

/** A network's history with every event. A pack does not open sealed values, so any text can replace one. */
export const fixtureEvents = async (): Promise<readonly RecordedEvent[]> => {
  const fixtures = await eventFixtures(async (owner, value) => `${owner} ${sha256(Buffer.from(JSON.stringify(value)))}` as never)
  const revisions = new Map<string, number>()
  return fixtures.map(({ stream, actor, type, data }, i) => {
    const revision = revisions.get(stream) ?? 0
    revisions.set(stream, revision + 1)
    const id = `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`
    const metadata = { $correlationId: id, $causationId: id, actor, schema: 1, at: instantOf(i * 60_000) }
    return { id, type, data, metadata, stream, revision, position: BigInt(i) }
  })
}

/** Updates hashes and sizes after a change of files, as a forger without the key would. */
export const listAnew = (files: Files): void => {
  const lines = textOf(files.get('events.jsonl')).split('\n').slice(0, -1)
  files.set('lines.txt', Buffer.from(lines.map((line) => `${leafHash(line).toString('hex').slice(0, 8)}\n`).join('')))
  const manifest = JSON.parse(textOf(files.get('manifest.json')))
  for (const file of manifest.files) {
    const bytes = files.get(file.name) ?? new Uint8Array()
    Object.assign(file, { bytes: bytes.length, lines: textOf(bytes).split('\n').length - 1, sha256: sha256(bytes) })
  }
  files.set('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
}

export const signManifest = (files: Files, seed: number): void => {
  listAnew(files)
  const text = manifestText(originOf(network), sha256(files.get('manifest.json') ?? new Uint8Array()))
  files.set('manifest.note', Buffer.from(signingKey(Buffer.alloc(32, seed)).sign(network, text)))
}

export const signAnew = (files: Files, seed: number): void => {
  const signer = signingKey(Buffer.alloc(32, seed))
  for (const name of ['checkpoint-opening.txt', 'checkpoint-closing.txt']) {
    const [origin = '', size = '', root = ''] = textOf(files.get(name)).split('\n')
    files.set(name, Buffer.from(signer.sign(network, checkpointText({ origin, size: Number(size), root: Buffer.from(root, 'base64') }))))
  }
  const manifest = JSON.parse(textOf(files.get('manifest.json')))
  files.set('manifest.json', Buffer.from(`${JSON.stringify({ ...manifest, key: signer.verifierKey(network) }, null, 1)}\n`))
  signManifest(files, seed)
}

/** Packs of one history, some of them tampered with, for the verifier programs. */
export const fixturePacks = async () => {
  const events = await fixtureEvents()
  const earlier = await packOf(events, { network, closing: 60 })
  const tampered = async (change: (files: Files) => void) => {
    const files = await unzip(earlier)
    change(files)
    return zipOf(files)
  }
  const changeLine = (files: Files) => {
    const lines = textOf(files.get('events.jsonl')).split('\n')
    lines[6] = lines[6]?.replace('user:', 'user:9') ?? ''
    files.set('events.jsonl', Buffer.from(lines.join('\n')))
  }
  const rewritten = events.map((event, i) => (i === 20 ? { ...event, data: { ...event.data, note: 'added later' } } : event))
  const files = {
    'earlier.zip': earlier,
    'later.zip': await packOf(events, { network, opening: 60, closing: 120 }),
    'rewritten.zip': await packOf(rewritten, { network, opening: 60, closing: 120 }),
    'changed.zip': await tampered(changeLine),
    'covered.zip': await tampered((all) => {
      changeLine(all)
      listAnew(all)
    }),
    'forged.zip': await tampered((all) => signAnew(all, 2)),
    'rotated.zip': await packOf(events, { network, opening: 60, closing: 120, seeds: [3, 1] }),
  }
  return { key: signerOf([1]).verifierKey(network), newKey: signerOf([3]).verifierKey(network), files }
}
