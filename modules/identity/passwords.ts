import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const MADE_NOW = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`

/** At most one hash a core at a time, so that a login storm leaves room for everybody else. */
const atMost = (limit: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
const bounded = atMost(availableParallelism())

export const hashPassword = (password: string): Promise<string> => bounded(() => hash(password.normalize('NFKC'), options))

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is a hash to compare with. */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const matches = await bounded(() => verify(against, password.normalize('NFKC')))
  return matches && Boolean(stored)
}

/** Made with other parameters than today's, so that it should be made anew when its password is at hand. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(MADE_NOW)
