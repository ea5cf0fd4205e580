import { openBooks } from '../books.ts'
import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts'
import { equalHashes, type Hash } from '../merkle-tree.ts'
import { type VerifierKey, verifierKeyText } from '../signed-note.ts'
import { openPack, type ZipSource } from './pack-file.ts'
import { openReport, type Report } from './report.ts'
import { readEvents } from './verify-events.ts'
import { checkListed, readHeads, readManifest, type Signed } from './verify-heads.ts'
import { verifyPayment } from './verify-payment.ts'
import { compareSeal, readSeal, sealIn } from './verify-seal.ts'
import { checkClosing, readOpening, tablesAt } from './verify-tables.ts'

/** A file larger than this is not read as a text: proofs and mails with a seal have only a few kilobytes. */
const MOST_TEXT = 1_000_000

/** A pack that was read to its end. */
type Read = Pick<Signed, 'manifest' | 'key' | 'isSignedBy' | 'signers'> &
  Readonly<{ opening: Checkpoint; closing: Checkpoint; roots: ReadonlyMap<number, Hash> }>

/** Verifies one pack by itself. `wanted`: the tree sizes at which the other packs end. */
const readPack = async (source: ZipSource, givenKeys: readonly VerifierKey[], wanted: readonly number[], report: Report): Promise<Read | null> => {
  const files = await openPack(source, report)
  const signed = files && (await readManifest(files, givenKeys, report))
  if (!files || !signed) return null
  const check = checkListed(signed, report)
  check('README.txt', (await files.text('README.txt')).measured)
  const heads = await readHeads(files, signed, check, report)
  if (!heads) return null
  const books = openBooks()
  const figures = await readOpening(files, books, check, report)
  if (heads.opening.size === 0 && (books.bills.size > 0 || books.payments.size > 0 || figures.size > 0))
    report.found('opening/figures.csv', 'has figures, though no event came before.')
  const { network, setAside = [] } = signed.manifest
  const { measured, tagged, roots } = await readEvents(files, { network, heads, books, wanted, setAside: new Set(setAside) }, report)
  check('events.jsonl', measured)
  check('lines.txt', tagged)
  await checkClosing(files, books, figures, check, report)
  return { ...signed, opening: heads.opening, closing: heads.closing, roots }
}

const say = ({ manifest, key, opening, closing }: Read, givenKeys: boolean, { proved, open }: Report): void => {
  const events = closing.size - opening.size
  proved.push(
    `The ${events} events are exactly numbers ${opening.size + 1} to ${closing.size} of network ${manifest.network}, unchanged, complete and in order.`,
    'The record at the end extends the record at the beginning: nothing that was recorded before was changed or taken away.',
    'Every bill, payment and figure at the end follows, to the cent, from the opening ones and these events; the control sheet agrees.',
    `All of it was signed with the key ${verifierKeyText(key)}.`,
  )
  if (verifierKeyText(key) !== manifest.key) proved.push(`What is signed with it names the network's newest key: note ${manifest.key}, too.`)
  for (const id of manifest.setAside ?? [])
    open.push(`What event ${id} would have changed. It could not be read, and was quarantined: the tables leave it out.`)
  if (opening.size === 0) proved.push("The pack begins with the network's first event, so every sum was added up from nothing.")
  else open.push('The opening figures rest on earlier events. A pack that ends where this one begins, or one from the beginning, proves them.')
  if (!givenKeys)
    open.push('Whose key that is. It was taken from the pack: compare it with the one that the network gave you, or verify again with --key.')
  open.push(
    'This does not prove that every payment was recorded at all, or that what was recorded is true.',
    'It does not prove when events were recorded: their times are those of the clock of the server.',
    'It does not prove that nobody else was given another record with the same key. Compare the closing checkpoint with the one that others have.',
  )
}

const sizesOf = async (source: ZipSource): Promise<number | null> => {
  const report = openReport()
  const files = await openPack(source, report)
  const signed = files && (await readManifest(files, [], report))
  return signed ? signed.manifest.closing.size : null
}

const hashOf = ({ manifest }: Read, name: string): string | undefined => manifest.files.find((file) => file.name === name)?.sha256

/**
 * True if the same installation signed both packs: either keys were given, and both packs are signed with them, or the
 * key of one pack has also signed the other.
 */
const signedAlike = (one: Read, other: Read, givenKeys: boolean): boolean => givenKeys || one.isSignedBy(other.key) || other.isSignedBy(one.key)

/** Checks that the later of two packs extends the earlier one without changing it. */
const compare = (packs: readonly [Read, Read], reports: readonly [Report, Report], givenKeys: boolean): void => {
  const inOrder = packs[0].closing.size <= packs[1].closing.size
  const [earlier, later] = inOrder ? packs : [packs[1], packs[0]]
  const report = reports[inOrder ? 1 : 0]
  const [end, start] = [earlier.closing.size, later.opening.size]
  if (earlier.manifest.network !== later.manifest.network) {
    report.found('manifest.json', `is of network ${later.manifest.network}, and the other pack of ${earlier.manifest.network}.`)
  } else if (!signedAlike(earlier, later, givenKeys)) {
    report.found('manifest.json', 'is signed with another key than the other pack.')
  } else if (end < start) {
    report.found('manifest.json', `begins with event ${start + 1}, and the other pack ends with ${end}: make a pack that holds what lies between.`)
  } else if (!equalHashes(later.roots.get(end), earlier.closing.root)) {
    report.found('events.jsonl', `its record up to event ${end} is not that of the other pack: one of them was rewritten.`)
  } else {
    const differing =
      end === start ? tablesAt('opening').filter((name) => hashOf(later, name) !== hashOf(earlier, name.replace('opening', 'closing'))) : []
    for (const name of differing) report.found(name, 'is not what the other pack ends with.')
    if (differing.length > 0) return
    report.proved.push(`The later pack only extends the earlier one: up to event ${end} both hold the same record.`)
    if (end === start) report.proved.push('The later pack opens with the tables that the earlier one closes with.')
  }
}

/** The text of a proof or seal; empty for a pack. */
const textIn = async (source: ZipSource): Promise<string> => {
  await source.init?.()
  return source.size > MOST_TEXT ? '' : new TextDecoder().decode(await source.readUint8Array(0, source.size))
}

/** Verifies a pack against a daily seal of its network. */
const verifySealed = async (source: ZipSource, seal: string, givenKeys: readonly VerifierKey[]): Promise<Report> => {
  const report = openReport()
  const signed = parseCheckpoint(seal.slice(0, seal.indexOf('\n\n') + 1))
  const pack = await readPack(source, givenKeys, signed ? [signed.size] : [], report)
  const head = pack && readSeal(seal, givenKeys.length > 0 ? givenKeys : [pack.key], pack.signers, report)
  if (!pack || report.problems.length > 0) return report
  say(pack, givenKeys.length > 0, report)
  if (head) compareSeal(head, pack, report)
  return report
}

/**
 * Verifies one pack; two packs and their relation; a pack and a file with a daily seal (for example the mail with the
 * seal); or the proof of a payment. Returns one report for each file, but a single report for a pack with a seal.
 * `givenKeys`: the network's keys; if none are given, each file is verified with the key inside it.
 */
export const verifyFiles = async (
  sources: readonly [ZipSource] | readonly [ZipSource, ZipSource],
  givenKeys: readonly VerifierKey[],
): Promise<readonly Report[]> => {
  const texts = await Promise.all(sources.map(textIn))
  const [proof = ''] = texts
  if (sources.length === 1 && proof.trimStart().startsWith('{')) return [verifyPayment(proof, givenKeys)]
  const seals = texts.map(sealIn)
  const sealed = seals.findIndex((seal) => seal !== null)
  const beside = sources[1 - sealed]
  if (sealed >= 0 && beside) return [await verifySealed(beside, seals[sealed] ?? '', givenKeys)]
  const ends = sources.length === 2 ? (await Promise.all(sources.map(sizesOf))).flatMap((size) => size ?? []) : []
  const read: { report: Report; pack: Read | null }[] = []
  for (const source of sources) {
    const report = openReport()
    read.push({ report, pack: await readPack(source, givenKeys, ends, report) })
  }
  for (const { report, pack } of read) if (pack && report.problems.length === 0) say(pack, givenKeys.length > 0, report)
  const [one, other] = read
  if (one?.pack && other?.pack) compare([one.pack, other.pack], [one.report, other.report], givenKeys.length > 0)
  return read.map(({ report }) => report)
}
