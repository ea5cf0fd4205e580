import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts'
import { equalHashes, type Hash } from '../merkle-tree.ts'
import { openNoteBy, signersOf, type VerifierKey, verifierKeyText } from '../signed-note.ts'
import type { Report } from './report.ts'

const FILE = 'the seal'

const SIGNATURE = /— (vestry\/[\da-f-]{36})[\s>]+([A-Za-z\d+/]{91}=)/
/** A signed head anywhere in a text, even if mail programs have broken, quoted or indented its lines. */
const NOTE = new RegExp(`(vestry/[\\da-f-]{36})[\\s>]+(\\d+)[\\s>]+([A-Za-z\\d+/]{43}=)((?:[\\s>]+${SIGNATURE.source})+)`)

/** The signed head in a text, in its original format; null if the text has no signed head. */
export const sealIn = (text: string): string | null => {
  const [, origin, size, root, signed] = NOTE.exec(text) ?? []
  if (signed === undefined) return null
  const lines = Array.from(signed.matchAll(new RegExp(SIGNATURE, 'g')), ([, name, signature]) => `— ${name} ${signature}\n`)
  return `${origin}\n${size}\n${root}\n\n${lines.join('')}`
}

/**
 * The head of a seal that one of these keys has signed. `signers`: the names of those who signed the pack, perhaps with
 * an earlier key that was not given.
 */
export const readSeal = (seal: string, keys: readonly VerifierKey[], signers: readonly string[], { found, open }: Report): Checkpoint | null => {
  const signed = openNoteBy(keys, seal)
  const head = signed && parseCheckpoint(signed.text)
  if (!signed && signersOf(seal).some((signer) => signers.includes(signer) && !keys.some((key) => verifierKeyText(key).startsWith(`${signer}+`))))
    open.push('Whether the seal fits: it was signed with an earlier key of the network, which was not given. Verify again with all of its keys.')
  else if (!head) found(FILE, 'is not signed with the key.')
  else if (head.origin !== signed?.key.name) found(FILE, `is the head of ${head.origin}, not of ${signed?.key.name}.`)
  return head?.origin === signed?.key.name ? head : null
}

/**
 * Checks that the pack's tree has the same root as the seal at the seal's size. `roots`: roots of the pack's tree, by
 * size.
 */
export const compareSeal = (
  head: Checkpoint,
  pack: Readonly<{ opening: Checkpoint; closing: Checkpoint; roots: ReadonlyMap<number, Hash> }>,
  { found, proved, open }: Report,
): void => {
  if (head.size < pack.opening.size || head.size > pack.closing.size) {
    const span = `the pack has the record from ${pack.opening.size} to ${pack.closing.size}`
    open.push(`Whether the seal fits: it was made of the first ${head.size} events, and ${span}. Take a pack whose span holds the day of the seal.`)
  } else if (equalHashes(pack.roots.get(head.size), head.root)) {
    proved.push(`The seal fits: none of the first ${head.size} events was changed, added or taken away since it was signed.`)
  } else found(FILE, `was made of other events: one of the first ${head.size} was changed, added or taken away since it was signed.`)
}
