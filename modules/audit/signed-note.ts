import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { bytesOf, fromBase64, toBase64 } from './bytes.ts'

/** Signed notes of transparency logs (C2SP signed-note): a text, an empty line, and a line for each signature. */

const ED25519 = 1
const SIGNATURE_LINE = /^— ([^ +]+) (\S+)$/

/** A signer's name, as given in the signer's signatures, and the signer's public key. */
export type VerifierKey = Readonly<{ name: string; publicKey: Uint8Array }>

const keyId = ({ name, publicKey }: VerifierKey): Uint8Array =>
  sha256(concatBytes(bytesOf(`${name}\n`), Uint8Array.of(ED25519), publicKey)).subarray(0, 4)

/** `name+id+key`: the text format of verifier keys. */
export const verifierKeyText = (key: VerifierKey): string =>
  `${key.name}+${bytesToHex(keyId(key))}+${toBase64(concatBytes(Uint8Array.of(ED25519), key.publicKey))}`

/** Null if the text is not an Ed25519 key, or if its id does not match the key. */
export const parseVerifierKey = (text: string): VerifierKey | null => {
  const [, name = '', , encoded = ''] = /^([^ +\n]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  const bytes = fromBase64(encoded)
  if (bytes?.length !== 33 || bytes[0] !== ED25519) return null
  const key = { name, publicKey: bytes.subarray(1) }
  return verifierKeyText(key) === text ? key : null
}

/** `sign` signs the bytes of a text. */
export type Signer = Readonly<{ key: VerifierKey; sign: (message: Uint8Array) => Uint8Array }>

export const signNote = (text: string, signers: readonly Signer[]): string => {
  const lines = signers.map(({ key, sign }) => `— ${key.name} ${toBase64(concatBytes(keyId(key), sign(bytesOf(text))))}\n`)
  return `${text}\n${lines.join('')}`
}

/** The names on a note's signature lines. Nothing is verified. */
export const signersOf = (note: string): readonly string[] =>
  note
    .slice(note.lastIndexOf('\n\n') + 2)
    .split('\n')
    .flatMap((line) => {
      const [, name, encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
      const bytes = fromBase64(encoded)
      return name === undefined || !bytes ? [] : [`${name}+${bytesToHex(bytes.subarray(0, 4))}`]
    })

/** Parses keys separated by white space. Null if one is invalid, or if there are none. */
export const parseVerifierKeys = (text: string): readonly VerifierKey[] | null => {
  const keys = text.split(/\s+/).filter(Boolean).map(parseVerifierKey)
  return keys.length > 0 && keys.every((key) => key !== null) ? keys : null
}

/**
 * The text of a note if this key has signed it; else null. Signatures by other keys are ignored, as the format
 * requires.
 */
export const openNote = (key: VerifierKey, note: string): string | null => {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return null
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  const id = bytesToHex(keyId(key))
  let signed = false
  for (const line of lines) {
    const [, name, encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
    const bytes = fromBase64(encoded)
    if (name === undefined || !bytes) return null
    if (name !== key.name || bytesToHex(bytes.subarray(0, 4)) !== id) continue
    if (bytes.length !== 68 || !ed25519.verify(bytes.subarray(4), bytesOf(text), key.publicKey, { zip215: false })) return null
    signed = true
  }
  return signed ? text : null
}

/** The first of these keys that has signed a note, and the note's text; null if none has. */
export const openNoteBy = (keys: readonly VerifierKey[], note: string): Readonly<{ key: VerifierKey; text: string }> | null => {
  for (const key of keys) {
    const text = openNote(key, note)
    if (text !== null) return { key, text }
  }
  return null
}
