import { hash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'

/**
 * The master keys. The first wraps all other keys; any of them can unwrap. There are two while PERSONAL_DATA_KEY
 * changes.
 */
export type MasterKeys = readonly [Uint8Array, ...Uint8Array[]]

export const keyFileIn = (dataDir: string): string => path.join(dataDir, 'personal-data.key')

type Settings = Pick<Config, 'personalDataKey' | 'dataDir'> & Partial<Pick<Config, 'otherPersonalDataKey'>>

/** The current master key: the setting, or a file that the first start creates in the data folder. */
const wrappingKeyOf = ({ personalDataKey, dataDir }: Settings, make: boolean): Buffer => {
  if (personalDataKey) return Buffer.from(personalDataKey, 'base64')
  const file = keyFileIn(dataDir)
  if (make && !existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  if (!existsSync(file)) throw new Error(`There is no key in ${file}: set PERSONAL_DATA_KEY or DATA_DIR as the product has it.`)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new Error(`${file} does not hold a key. Put back the one from your backup.`)
  return key
}

/** All master keys from the settings; `make` creates a missing one. */
export const masterKeysOf = (settings: Settings, { make = false } = {}): MasterKeys => [wrappingKeyOf(settings, make), ...otherKeysOf(settings)]

/** PERSONAL_DATA_KEY_OTHER: the next key until every process has it, then the old one until all keys are re-wrapped. */
export const otherKeysOf = ({ otherPersonalDataKey }: Pick<Settings, 'otherPersonalDataKey'>): Uint8Array[] =>
  otherPersonalDataKey ? [Buffer.from(otherPersonalDataKey, 'base64')] : []

/** 256 random bits as base64url, for a cookie or a mailed link. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret, useless to a reader of the database. */
export const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer')
