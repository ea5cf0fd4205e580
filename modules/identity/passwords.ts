import { hashingThreads } from './hashing.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const MADE_NOW = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`

const onThreads = hashingThreads()

export const hashPassword = async (password: string): Promise<string> => String(await onThreads({ password: password.normalize('NFKC'), options }))

/** A deterministic hash of text and salt, as slow to guess as a password: for codes too short for a plain digest. */
export const slowDigest = async (text: string, salt: Buffer): Promise<Buffer> =>
  Buffer.from(
    String(await onThreads({ password: text, options: { ...options, salt } }))
      .split('$')
      .at(-1) ?? '',
    'base64',
  )

let decoy: Promise<string> | undefined

/** Takes the same time with or without a stored hash. */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const matches = await onThreads({ password: password.normalize('NFKC'), stored: against })
  return matches === true && Boolean(stored)
}

/** True for a hash with other parameters than today's, to be renewed once its password is at hand. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(MADE_NOW)
