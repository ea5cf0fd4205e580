import { fromBase64 } from '../bytes.ts'
import { type Checkpoint, originOf, parseCheckpoint } from '../checkpoint.ts'
import { equalHashes, growingTree, type Hash, isConsistent } from '../merkle-tree.ts'
import { type End, LISTED, Manifest, manifestText, Proof } from '../pack-format.ts'
import { openNote, openNoteBy, parseVerifierKey, signersOf, type VerifierKey } from '../signed-note.ts'
import type { Measured, PackFiles } from './pack-file.ts'
import type { Report } from './report.ts'

const parsed = <Value>(schema: { parse: (value: unknown) => Value }, text: string): Value | null => {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Reads the manifest, whose signature covers all other files. */
export const readManifest = async (files: PackFiles, givenKeys: readonly VerifierKey[], { found }: Report) => {
  const { text, measured } = await files.text('manifest.json')
  const manifest = parsed(Manifest, text)
  if (!manifest) {
    found('manifest.json', 'is not a manifest of this format.')
    return null
  }
  const own = parseVerifierKey(manifest.key)
  const origin = originOf(manifest.network)
  if (own?.name !== origin) found('manifest.json', `names a key that is not one of network ${manifest.network}.`)
  const keys = givenKeys.length === 0 && own ? [own] : givenKeys
  const [first] = keys
  if (!first) return null
  if (keys.every(({ name }) => name !== origin))
    found('manifest.json', `is of network ${manifest.network}, but the given key is that of ${first.name}.`)
  const note = (await files.text('manifest.note')).text
  const signed = openNoteBy(keys, note)
  if (!signed) found('manifest.note', 'is not signed with the key.')
  else if (signed.text !== manifestText(origin, measured.sha256)) found('manifest.json', 'is not the manifest that was signed.')
  const listed = manifest.files.map(({ name }) => name)
  if (listed.join('\n') !== LISTED.join('\n')) found('manifest.json', 'does not list the files of a pack in their order.')
  const { opening, closing } = manifest
  if (opening.size > closing.size) found('manifest.json', 'ends before it begins.')
  return {
    ...{ manifest, origin, key: signed?.key ?? first },
    /** True if this key has signed the manifest. A network's earlier keys sign it, too. */
    isSignedBy: (key: VerifierKey): boolean => openNote(key, note) !== null,
    signers: signersOf(note),
  }
}
export type Signed = NonNullable<Awaited<ReturnType<typeof readManifest>>>

/** Compares a file's size and hash with its entry in the manifest. */
export const checkListed =
  ({ manifest }: Signed, { found }: Report) =>
  (name: string, { bytes, lines, sha256 }: Measured): void => {
    const listed = manifest.files.find((file) => file.name === name)
    if (!listed) return
    if (listed.lines !== lines) found(name, `has ${lines} lines, and the manifest lists ${listed.lines}.`)
    else if (listed.bytes !== bytes) found(name, `has ${bytes} bytes, and the manifest lists ${listed.bytes}.`)
    else if (listed.sha256 !== sha256) found(name, 'is not the file that the manifest lists (SHA-256 differs).')
  }

/**
 * Reads the signed heads at both ends and the tree before the span, and checks the proof that the closing tree extends
 * the opening one.
 */
export const readHeads = async (files: PackFiles, signed: Signed, check: ReturnType<typeof checkListed>, { found }: Report) => {
  const headAt = async (at: End): Promise<Checkpoint | null> => {
    const name = `checkpoint-${at}.txt` as const
    const { text, measured } = await files.text(name)
    check(name, measured)
    const body = openNote(signed.key, text)
    const head = body === null ? null : parseCheckpoint(body)
    if (body === null) found(name, 'is not signed with the key.')
    else if (!head) found(name, 'is not a checkpoint.')
    else if (head.origin !== signed.origin) found(name, `is the head of ${head.origin}, not of ${signed.origin}.`)
    else if (head.size !== signed.manifest[at].size) found(name, `is of ${head.size} events, and the manifest says ${signed.manifest[at].size}.`)
    return head
  }
  const [opening, closing] = [await headAt('opening'), await headAt('closing')]
  const { text, measured } = await files.text('proof.json')
  check('proof.json', measured)
  const proof = parsed(Proof, text)
  const frontier = hashesOf(proof?.frontier)
  const consistency = hashesOf(proof?.consistency)
  if (!opening || !closing || !frontier || !consistency) {
    if (!frontier || !consistency) found('proof.json', 'is not a proof of this format.')
    return null
  }
  const tree = treeOf(opening.size, frontier)
  if (!tree || !equalHashes(tree.root(), opening.root)) found('proof.json', 'its frontier does not make the opening head.')
  if (!isConsistent(opening.size, opening.root, closing.size, closing.root, consistency))
    found('proof.json', 'does not show that the closing head extends the opening head.')
  return tree && { opening, closing, tree }
}
export type Heads = NonNullable<Awaited<ReturnType<typeof readHeads>>>

const hashesOf = (texts: readonly string[] | undefined): Hash[] | null => {
  const hashes = (texts ?? ['']).map(fromBase64)
  return hashes.every((hash) => hash?.length === 32) ? (hashes as Hash[]) : null
}

const treeOf = (size: number, frontier: readonly Hash[]) => {
  try {
    return growingTree(size, frontier)
  } catch {
    return null
  }
}
