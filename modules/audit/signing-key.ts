import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { Instant } from '../kernel/dates.ts'
import { checkpointText, originOf } from './checkpoint.ts'
import { type RootsOf, rootAt } from './merkle-tree.ts'
import { signNote, type VerifierKey, verifierKeyText } from './signed-note.ts'

/** The start of a PKCS #8 document, which the 32 bytes of an Ed25519 key complete (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const pairOf = (seed: Buffer) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { publicKey: Uint8Array.from(Buffer.from(x, 'base64url')), sign: (message: Uint8Array) => sign(null, message, privateKey) }
}

/**
 * Signs the heads of an installation's trees, under a separate name for each network. The newest key and all earlier
 * keys sign together, so that anyone with an older public key can verify new signatures.
 */
export const signingKey = (newest: Buffer, ...earlier: readonly Buffer[]) => {
  const pair = pairOf(newest)
  const pairs = [pair, ...earlier.map(pairOf)]
  const keyOf = (networkId: string, { publicKey }: Readonly<{ publicKey: Uint8Array }>): VerifierKey => ({ name: originOf(networkId), publicKey })
  return {
    verifierKey: (networkId: string): string => verifierKeyText(keyOf(networkId, pair)),
    sign: (networkId: string, text: string): string =>
      signNote(
        text,
        pairs.map((one) => ({ key: keyOf(networkId, one), sign: one.sign })),
      ),
  }
}
export type SigningKey = ReturnType<typeof signingKey>

/** The seed of a key, and the moment since which the key is used; null if unknown, or if it is the first key. */
type Seed = Readonly<{ key: Buffer; since: Instant | null }>

/** The signing keys from the current seeds, the newest first. */
export const signingKeys = (seedsNow: () => Promise<readonly [Seed, ...Seed[]]>) => ({
  now: async (): Promise<SigningKey> => {
    const [newest, ...earlier] = await seedsNow()
    return signingKey(newest.key, ...earlier.map(({ key }) => key))
  },
  /** All public keys of a network, the newest first. */
  publicKeys: async (networkId: string): Promise<{ key: string; since: Instant | null }[]> =>
    (await seedsNow()).map(({ key, since }) => ({ key: signingKey(key).verifierKey(networkId), since })),
})
export type SigningKeys = ReturnType<typeof signingKeys>

/** A checkpoint: the signed head of a network's tree of `size` events. */
export const signedHead = async (key: SigningKey, network: string, size: number, rootsOf: RootsOf): Promise<string> =>
  key.sign(network, checkpointText({ origin: originOf(network), size, root: await rootAt(rootsOf, size) }))
