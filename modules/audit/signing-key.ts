import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { checkpointText, originOf } from './checkpoint.ts'
import { type RootsOf, rootAt } from './merkle-tree.ts'
import { signNote, type VerifierKey, verifierKeyText } from './signed-note.ts'

/** A PKCS #8 document up to the 32 bytes of the Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key with which an installation signs the heads of its networks' trees, under a name for each network. */
export const signingKey = (seed: Buffer) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const publicKey = Uint8Array.from(Buffer.from(x, 'base64url'))
  const keyOf = (networkId: string): VerifierKey => ({ name: originOf(networkId), publicKey })
  return {
    verifierKey: (networkId: string): string => verifierKeyText(keyOf(networkId)),
    sign: (networkId: string, text: string): string => signNote(keyOf(networkId), text, (message) => sign(null, message, privateKey)),
  }
}
export type SigningKey = ReturnType<typeof signingKey>

/** The signed head of a network's tree of `size` events: a checkpoint. */
export const signedHead = async (key: SigningKey, network: string, size: number, rootsOf: RootsOf): Promise<string> =>
  key.sign(network, checkpointText({ origin: originOf(network), size, root: await rootAt(rootsOf, size) }))
