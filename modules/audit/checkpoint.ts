import { fromBase64, toBase64 } from './bytes.ts'
import type { Hash } from './merkle-tree.ts'

/** The head of a network's tree, in the format of transparency logs (C2SP tlog-checkpoint). */
export type Checkpoint = Readonly<{ origin: string; size: number; root: Hash }>

/** The name of a network's tree, and of the key that signs its heads. */
export const originOf = (networkId: string): string => `vestry/${networkId}`

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`

/**
 * Parses a checkpoint; null for any other text. The format allows extra lines after the third; this product writes none
 * and rejects them.
 */
export const parseCheckpoint = (text: string): Checkpoint | null => {
  const [, origin = '', size = '', encoded = ''] = /^(.+)\n(0|[1-9]\d{0,14})\n(\S+)\n$/.exec(text) ?? []
  const root = fromBase64(encoded)
  return root?.length === 32 ? { origin, size: Number(size), root } : null
}
