import { timingSafeEqual } from 'node:crypto'
import type { InstallationKeys } from '../personal-data/personal-data.ts'

/**
 * The token of a mailed link: ids, and a signature over them and the link's purpose. No table has to hold it, it cannot be guessed, and
 * it is valid for one purpose.
 */
export const signedLinks = <Name extends string>(
  { linkDigest }: Pick<InstallationKeys, 'linkDigest'>,
  purpose: string,
  names: readonly [Name, ...Name[]],
) => {
  type Named = Readonly<Record<Name, string>>
  const signatureOf = (ids: readonly string[]): string => linkDigest(purpose, ...ids).toString('base64url')
  return {
    /** Ids may hold letters, digits, '-' and '_'. */
    issue: (named: Named): string => {
      const ids = names.map((name) => named[name])
      return [...ids, signatureOf(ids)].join('.')
    },

    /** Null for a token that this installation never issued. */
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
