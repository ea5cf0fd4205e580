import { timingSafeEqual } from 'node:crypto'
import type { InstallationKeys } from '../personal-data/personal-data.ts'

/**
 * What a mailed link carries: some ids, and a signature over them and what the link is for, so that no table has to hold
 * it, nobody can guess one, and one for this cannot be used for that.
 */
export const signedLinks = <Name extends string>(
  { linkDigest }: Pick<InstallationKeys, 'linkDigest'>,
  purpose: string,
  names: readonly [Name, ...Name[]],
) => {
  type Named = Readonly<Record<Name, string>>
  const signatureOf = (ids: readonly string[]): string => linkDigest(purpose, ...ids).toString('base64url')
  return {
    /** The ids must be of letters, digits, '-' and '_'. */
    issue: (named: Named): string => {
      const ids = names.map((name) => named[name])
      return [...ids, signatureOf(ids)].join('.')
    },

    /** Null for what this installation never issued. */
    read: (token: string): Named | null => {
      if (!/^[\w.-]+$/.test(token)) return null
      const ids = token.split('.')
      const given = Buffer.from(ids.pop() ?? '')
      const wanted = Buffer.from(signatureOf(ids))
      if (ids.length !== names.length || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      return Object.fromEntries(names.map((name, i) => [name, ids[i]])) as Named
    },
  }
}
export type SignedLinks<Name extends string> = ReturnType<typeof signedLinks<Name>>
