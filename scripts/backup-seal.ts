import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

export type Secret = Readonly<{ passphrase: string } | { key: Buffer }>

/** The reason why a file cannot be restored, in a sentence. */
export class Unusable extends Error {}

const MAGIC = Buffer.from('VESTRY BACKUP 2\n')
const GZIP = Buffer.from([0x1f, 0x8b])
const BY_PASSPHRASE = 1
const BY_KEY = 2
const SALT_BYTES = 32
const KEY_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 65_536
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES
const PREFIX_BYTES = MAGIC.length + 1 + SALT_BYTES
/** The prefix, and an empty chunk by which a wrong secret differs from a damaged file. */
export const HEAD_BYTES = PREFIX_BYTES + TAG_BYTES
/** Each guess at a passphrase costs 128 MB and half a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

type Place = 'head' | 'middle' | 'last'
const PLACES: Readonly<Record<Place, number>> = { middle: 0, last: 1, head: 2 }

/** The key of one file only, so that chunk numbers can be nonces. */
const keyOf = async (secret: Secret, salt: Buffer): Promise<Buffer> =>
  'key' in secret
    ? Buffer.from(hkdfSync('sha256', secret.key, salt, 'vestry backup', KEY_BYTES))
    : promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)(secret.passphrase.normalize('NFKC'), salt, KEY_BYTES, SCRYPT)

/**
 * The STREAM construction: the nonce is the chunk's number and whether it is the last, so no chunk can be moved,
 * repeated or left out.
 */
const nonceOf = (number: number, place: Place): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(PLACES[place], 11)
  return nonce
}

const sealChunk = (key: Buffer, prefix: Buffer, number: number, place: Place, plain: Buffer): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, place)).setAAD(prefix)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const openChunk = (key: Buffer, prefix: Buffer, number: number, place: Place, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, place), { authTagLength: TAG_BYTES }).setAAD(prefix)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
}

/** Cuts a stream into chunks of a size; marks the last, which may be shorter or empty. */
async function* inChunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Readonly<{ chunk: Buffer; place: Place }>, void, undefined> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const part of source) {
    waiting.push(part)
    bytes += part.length
    if (bytes <= size) continue
    const whole = Buffer.concat(waiting)
    let start = 0
    for (; whole.length - start > size; start += size) yield { chunk: whole.subarray(start, start + size), place: 'middle' }
    waiting = [whole.subarray(start)]
    bytes = whole.length - start
  }
  yield { chunk: Buffer.concat(waiting), place: 'last' }
}

export const sealing = async (secret: Secret) => {
  const salt = randomBytes(SALT_BYTES)
  const key = await keyOf(secret, salt)
  const prefix = Buffer.concat([MAGIC, Buffer.from(['key' in secret ? BY_KEY : BY_PASSPHRASE]), salt])
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    yield prefix
    yield sealChunk(key, prefix, 0, 'head', Buffer.alloc(0))
    let number = 0
    for await (const { chunk, place } of inChunks(source, CHUNK_BYTES)) yield sealChunk(key, prefix, number++, place, chunk)
  }
}

/**
 * Decrypts a file after its head. It yields a chunk only once its content and place are authenticated.
 * @throws Unusable if the head is not of a Vestry backup, or the secret is wrong
 */
export const opening = async (head: Buffer, secret: Secret) => {
  if (head.subarray(0, GZIP.length).equals(GZIP))
    throw new Unusable(
      'is a backup of an earlier Vestry, unencrypted and without its jobs. Restore it with that version, and back up anew with this one.',
    )
  if (!head.subarray(0, MAGIC.length).equals(MAGIC) || head.length < HEAD_BYTES) throw new Unusable('is no backup that this Vestry can read.')
  const by = head[MAGIC.length]
  if (by === BY_PASSPHRASE && 'key' in secret) throw new Unusable('was sealed with a passphrase: set BACKUP_PASSPHRASE instead of BACKUP_KEY.')
  if (by === BY_KEY && !('key' in secret)) throw new Unusable('was sealed with a key: set BACKUP_KEY.')
  const prefix = head.subarray(0, PREFIX_BYTES)
  const key = await keyOf(secret, prefix.subarray(MAGIC.length + 1))
  try {
    openChunk(key, prefix, 0, 'head', head.subarray(PREFIX_BYTES, HEAD_BYTES))
  } catch {
    throw new Unusable(`does not open with this ${by === BY_KEY ? 'BACKUP_KEY' : 'passphrase'}.`)
  }
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    let number = 0
    for await (const { chunk, place } of inChunks(source, SEALED_BYTES)) yield openChunk(key, prefix, number++, place, chunk)
  }
}
