import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'

/** The key that wraps all others: the setting, or one that is made once in the data folder. */
export const masterKeyOf = ({ personalDataKey, dataDir }: Pick<Config, 'personalDataKey' | 'dataDir'>): Buffer => {
  if (personalDataKey) return Buffer.from(personalDataKey, 'base64')
  const file = path.join(dataDir, 'personal-data.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new Error(`${file} does not hold a key. Put back the one from your backup.`)
  return key
}
