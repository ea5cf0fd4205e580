import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Config } from '../modules/platform/config.ts'
import { MIN_PASSPHRASE } from '../modules/platform/config.ts'
import type { Secret } from './backup-seal.ts'

/** Asks at the terminal without echo. */
const ask = async (question: string): Promise<string> => {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/**
 * The secret of the settings, or a typed passphrase. For a new backup it is typed twice, since a typo would make the
 * backup unreadable.
 */
export const secretOf = async (
  { backupKey, backupPassphrase }: Pick<Config, 'backupKey' | 'backupPassphrase'>,
  { anew = false } = {},
): Promise<Secret> => {
  if (backupKey) return { key: Buffer.from(backupKey, 'base64') }
  if (backupPassphrase) return { passphrase: backupPassphrase }
  if (!process.stdin.isTTY) throw new Error('A backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY, or run this at a terminal, where it asks.')
  const passphrase = await ask('Passphrase of the backup: ')
  if (anew && passphrase.length < MIN_PASSPHRASE) throw new Error(`The passphrase must have ${MIN_PASSPHRASE} characters at least.`)
  if (anew && (await ask('The same again: ')) !== passphrase) throw new Error('The two were not the same. Nothing was backed up.')
  return { passphrase }
}
