import { hash } from 'node:crypto'

const BLOCK_BYTES = 64

const padded = (key: Buffer, pad: number): Buffer => {
  const block = Buffer.alloc(BLOCK_BYTES, pad)
  for (const [i, byte] of key.entries()) block[i] = byte ^ pad
  return block
}

/**
 * HMAC-SHA256 (RFC 2104) under a key of at most 64 bytes, as a function of the message. By two one-shot hashes, which take
 * half the time of node's Hmac object: an import makes a hundred thousand.
 */
export const hmacSha256 = (key: Buffer): ((message: string) => Buffer) => {
  if (key.length > BLOCK_BYTES) throw new RangeError('the key is longer than a block')
  const inner = padded(key, 0x36)
  const outer = padded(key, 0x5c)
  return (message) => hash('sha256', Buffer.concat([outer, hash('sha256', Buffer.concat([inner, Buffer.from(message)]), 'buffer')]), 'buffer')
}
