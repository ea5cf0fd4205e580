import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKeys } from './master-key.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const POOL_BYTES = 24_576
let pool = Buffer.alloc(0)

/** Random bytes from a pool that is filled in bulk. */
export const random = (count: number): Buffer => {
  if (pool.length < count) pool = randomBytes(POOL_BYTES)
  const drawn = pool.subarray(0, count)
  pool = pool.subarray(count)
  return drawn
}

/** Encrypts into 12 bytes of nonce, the ciphertext and 16 bytes of tag, which also authenticates the context. */
export const encrypt = (key: Uint8Array, plain: Buffer, context: string): Buffer => {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  cipher.setAAD(Buffer.from(context))
  const body = cipher.update(plain)
  // GCM's final() returns no bytes, only the tag.
  cipher.final()
  const sealed = Buffer.allocUnsafe(NONCE_BYTES + body.length + TAG_BYTES)
  sealed.set(nonce, 0)
  sealed.set(body, NONCE_BYTES)
  sealed.set(cipher.getAuthTag(), NONCE_BYTES + body.length)
  return sealed
}

/** @throws Error for another key or context, or altered data */
export const decrypt = (key: Uint8Array, sealed: Buffer, context: string): Buffer => {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

export const wrap = ([key]: MasterKeys, plain: Buffer, context: string): Buffer => encrypt(key, plain, context)

/** @throws Error if no key opens it */
export const unwrap = ([key, next, ...others]: MasterKeys, wrapped: Buffer, context: string): Buffer => {
  try {
    return decrypt(key, wrapped, context)
  } catch (error) {
    if (!next) throw error
    return unwrap([next, ...others], wrapped, context)
  }
}
