import { timingSafeEqual } from 'node:crypto'
import type { InstallationKeys } from '../personal-data/installation-keys.ts'

const SIGNATURE_BYTES = 32

/**
 * The token of a mailed link: ids, and a signature over them and the link's purpose. It needs no table, cannot be
 * guessed, and is valid for one purpose.
 */
export const signedLinks = <Name extends string>({ links }: Pick<InstallationKeys, 'links'>, purpose: string, names: readonly [Name, ...Name[]]) => {
  type Named = Readonly<Record<Name, string>>
  const signed = (ids: readonly string[]): string => [purpose, ...ids].join('\n')
  return {
    /** Ids may hold letters, digits, '-' and '_'. */
    issue: (named: Named): string => {
      const ids = names.map((name) => named[name])
      return [...ids, links.of(signed(ids)).toString('base64url')].join('.')
    },

    /** Null for a token that this installation never issued. */
    read: async (token: string): Promise<Named | null> => {
      if (!/^[\w.-]+$/.test(token)) return null
      const ids = token.split('.')
      const given = ids.pop() ?? ''
      const signature = Buffer.from(given, 'base64url')
      if (ids.length !== names.length || signature.length !== SIGNATURE_BYTES || signature.toString('base64url') !== given) return null
      if (!(await links.find(signed(ids), (digest) => timingSafeEqual(signature, digest)))) return null
      return Object.fromEntries(names.map((name, i) => [name, ids[i]])) as Named
    },
  }
}
export type SignedLinks<Name extends string> = ReturnType<typeof signedLinks<Name>>
