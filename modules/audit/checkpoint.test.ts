import { expect, test } from 'vitest'
import { checkpointText, originOf, parseCheckpoint } from './checkpoint.ts'
import { EMPTY_ROOT } from './merkle-tree.ts'
import { openNote, parseVerifierKey, type VerifierKey, verifierKeyText } from './signed-note.ts'
import { signingKey } from './signing-key.ts'

const NETWORK = '00000000-0000-4000-8000-000000000001'
const keyOf = (text: string): VerifierKey => parseVerifierKey(text) as VerifierKey

test("reads the key, text and signature of the example in Go's sumdb/note", () => {
  const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
  const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`
  expect(verifierKeyText(keyOf(key))).toBe(key)
  expect(openNote(keyOf(key), note)).toBe(text)
  expect(openNote(keyOf(key), note.replace('think', 'thank'))).toBeNull()
  for (const wrong of [key.replace('c74f', 'c74e'), key.replace('+A', '+B'), `${key}=`, 'PeterNeumann', ''])
    expect(parseVerifierKey(wrong)).toBeNull()
})

test('opens a signed checkpoint only with its own key, and never after a change', () => {
  const signer = signingKey(Buffer.alloc(32, 7))
  const text = checkpointText({ origin: originOf(NETWORK), size: 0, root: EMPTY_ROOT })
  const key = keyOf(signer.verifierKey(NETWORK))
  const note = signer.sign(NETWORK, text)
  expect(note.split('\n').slice(0, 4)).toEqual([`vestry/${NETWORK}`, '0', '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', ''])
  expect(parseCheckpoint(openNote(key, note) ?? '')).toEqual({ origin: originOf(NETWORK), size: 0, root: EMPTY_ROOT })
  expect(openNote(keyOf(signingKey(Buffer.alloc(32, 8)).verifierKey(NETWORK)), note)).toBeNull()
  for (let at = 0; at < note.length; at += 1) {
    const changed = `${note.slice(0, at)}${note[at] === 'x' ? 'y' : 'x'}${note.slice(at + 1)}`
    expect([at, openNote(key, changed)]).toEqual([at, null])
  }
})

test.each(['', 'a\n', `a\n00\n${btoa('x'.repeat(32))}\n`, `a\n1\n${btoa('short')}\n`, `a\n1\n${btoa('x'.repeat(32))}\nmore\n`])(
  'rejects %j as a checkpoint',
  (text) => expect(parseCheckpoint(text)).toBeNull(),
)
