import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts'
import { equalHashes, type Hash } from '../merkle-tree.ts'
import { openNote, type VerifierKey } from '../signed-note.ts'
import type { Report } from './report.ts'

const FILE = 'the seal'

/** A signed head anywhere in a text, however mail programs have broken, quoted or indented its lines. */
const NOTE = /(vestry\/[\da-f-]{36})[\s>]+(\d+)[\s>]+([A-Za-z\d+/]{43}=)[\s>]+— (vestry\/[\da-f-]{36})[\s>]+([A-Za-z\d+/]{91}=)/

/** The signed head that a text holds, as it was signed; null for a text without one. */
export const sealIn = (text: string): string | null => {
  const [found, origin, size, root, name, signature] = NOTE.exec(text) ?? []
  return found === undefined ? null : `${origin}\n${size}\n${root}\n\n— ${name} ${signature}\n`
}

/** The head of a seal that this key has signed. */
export const readSeal = (seal: string, key: VerifierKey, { found }: Report): Checkpoint | null => {
  const body = openNote(key, seal)
  const head = body === null ? null : parseCheckpoint(body)
  if (!head) found(FILE, 'is not signed with the key.')
  else if (head.origin !== key.name) found(FILE, `is the head of ${head.origin}, not of ${key.name}.`)
  return head?.origin === key.name ? head : null
}

/** Whether the record of a pack still is what the seal was made of. `roots` are those of the pack's tree by size. */
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
