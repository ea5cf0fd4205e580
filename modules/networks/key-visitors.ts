import type { Request, Response } from 'express'
import type { Clock, Instant } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { bearerOf } from '../platform/http/headers.ts'
import { addressOf, slowDown, type Take } from '../platform/http/limits.ts'
import type { KeyScope, Visitor } from '../platform/http/visitor.ts'
import { loader } from '../platform/speed/loader.ts'
import { versionCache } from '../platform/speed/version-cache.ts'
import { isKeyShaped, type KeySecrets, keyHash } from './key-secrets.ts'

/** A key found by the hash of its present or replaced secret. */
type FoundKey = Readonly<{
  id: string
  networkId: NetworkId
  scope: KeyScope
  endsAt: Instant | null
  lastUsedAt: Instant | null
  hash: string
  earlierHash: string | null
  earlierUntil: Instant | null
}>

export type KeyVisitorDependencies = Readonly<{
  apiKeysByHash: (hashes: readonly string[]) => Promise<readonly FoundKey[]>
  secrets: Pick<KeySecrets, 'noteUse'>
  /** Version of accounts, sessions and keys: null while changes by other processes would be missed. */
  accountsAt: () => unknown
  take: Take
  now: Clock
}>

const USED_EVERY_MS = 60_000
/** Limit of wrong keys per address, equal to that of failed sign-ins. */
const WRONG = { name: 'wrong-keys', max: 30, seconds: 60 } as const
const MANY = 10_000

const keyInvalid = () => new DomainError('unauthenticated', 'key-invalid', 'This API key is not valid. It may have been replaced, or have ended.')

/** Addresses that sent too many wrong keys, with the end of their pause: refused without a query. */
const slowedAddresses = () => {
  const until = new Map<string, number>()
  return {
    waitOf: (address: string): number => (until.get(address) ?? 0) - Date.now(),
    add: (address: string, ms: number): void => {
      if (until.size >= MANY) until.clear()
      until.set(address, Date.now() + ms)
    },
  }
}

/**
 * The visitor of a request with an API key (R29): the key's network, with the rights of an Auditor or an Admin (R26).
 * Keys are cached like sessions; cookies are ignored. Too many wrong keys slow an address down, except for keys that
 * worked before.
 */
export const keyVisitors = ({ apiKeysByHash, secrets, accountsAt, take, now }: KeyVisitorDependencies) => {
  const slowed = slowedAddresses()
  const right = new Set<string>()
  const keyOf = versionCache(
    accountsAt,
    loader<string, FoundKey & { usedAt: number }>(async (hashes) => {
      const found = await apiKeysByHash(hashes)
      const used = ({ lastUsedAt }: FoundKey) => (lastUsedAt === null ? 0 : Date.parse(lastUsedAt))
      return new Map(found.flatMap((key) => [key.hash, key.earlierHash].flatMap((hash) => (hash ? [[hash, { ...key, usedAt: used(key) }]] : []))))
    }),
  )

  const isGood = (key: FoundKey, hash: string, at: Instant): boolean =>
    (key.endsAt === null || key.endsAt > at) && (key.hash === hash || (key.earlierUntil !== null && key.earlierUntil > at))

  /** Records the use, and thereby checks once a minute that the secret still exists. */
  const isThere = async (key: FoundKey & { usedAt: number }, hash: string, at: Instant): Promise<boolean> => {
    const time = Date.parse(at)
    if (time - key.usedAt < USED_EVERY_MS) return true
    const isThereStill = await secrets.noteUse(key.id, hash, at)
    if (isThereStill) key.usedAt = time
    return isThereStill
  }

  const noteWrong = async (address: string, res: Response): Promise<void> => {
    try {
      await take(WRONG, address, res)
    } catch (error) {
      slowed.add(address, Number(res.getHeader('Retry-After')) * 1_000)
      throw error
    }
  }

  const find = async (token: string, address: string, res: Response): Promise<FoundKey> => {
    if (!isKeyShaped(token)) throw keyInvalid()
    const hash = keyHash(token)
    const wait = slowed.waitOf(address)
    if (wait > 0 && !right.has(hash)) throw slowDown(res, wait)
    const at = now()
    const key = await keyOf(hash)
    if (!key || !isGood(key, hash, at) || !(await isThere(key, hash, at))) {
      right.delete(hash)
      await noteWrong(address, res)
      throw keyInvalid()
    }
    if (right.size >= MANY) right.clear()
    right.add(hash)
    return key
  }

  /** Null for a request without a key. @throws DomainError 401 `key-invalid`, 429 */
  return async (req: Request): Promise<Visitor | null> => {
    const token = bearerOf(req)
    if (token === null) return null
    const address = addressOf(req)
    const { id, scope, networkId } = await find(token, address, req.res as Response)
    const grants = new Map([[networkId, scope === 'read' ? ('Auditor' as const) : ('Admin' as const)]])
    return { user: null, key: { id, scope }, grants, barred: new Set(), network: networkId, address, rights: [] }
  }
}
