import { hashingThreads } from './hashing.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const MADE_NOW = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`

const onThreads = hashingThreads()

export const hashPassword = async (password: string): Promise<string> => String(await onThreads({ password: password.normalize('NFKC'), options }))

/** The same bytes for the same text and salt, as slow to try as a password: for codes that are too short for a plain digest. */
export const slowDigest = async (text: string, salt: Buffer): Promise<Buffer> =>
  Buffer.from(
    String(await onThreads({ password: text, options: { ...options, salt } }))
      .split('$')
      .at(-1) ?? '',
    'base64',
  )

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is a hash to compare with. */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const matches = await onThreads({ password: password.normalize('NFKC'), stored: against })
  return matches === true && Boolean(stored)
}

/** Made with other parameters than today's, so that it should be made anew when its password is at hand. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(MADE_NOW)
