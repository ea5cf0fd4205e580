import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'

export const keyFileIn = (dataDir: string): string => path.join(dataDir, 'personal-data.key')

/** The key that wraps all others: the setting, or one that the first start makes in the data folder. */
export const masterKeyOf = ({ personalDataKey, dataDir }: Pick<Config, 'personalDataKey' | 'dataDir'>, { make = false } = {}): Buffer => {
  if (personalDataKey) return Buffer.from(personalDataKey, 'base64')
  const file = keyFileIn(dataDir)
  if (make && !existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  if (!existsSync(file)) throw new Error(`There is no key in ${file}: set PERSONAL_DATA_KEY or DATA_DIR as the product has it.`)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new Error(`${file} does not hold a key. Put back the one from your backup.`)
  return key
}
