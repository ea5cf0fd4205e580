import { timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { InstallationKeys } from '../platform/personal-data.ts'

type Named = Readonly<{ networkId: string; invitationId: string }>
const ID_BYTES = 16

/** What an invitation's link carries: which one it is, signed, so that no table has to hold it and nobody can guess one. */
export const invitationTokens = ({ linkDigest }: Pick<InstallationKeys, 'linkDigest'>) => {
  const signatureOf = ({ networkId, invitationId }: Named) => linkDigest('invitation', networkId, invitationId)
  return {
    issue: (named: Named): string => Buffer.concat([parse(named.networkId), parse(named.invitationId), signatureOf(named)]).toString('base64url'),

    /** Null for what this installation never issued. */
    read: (token: string): Named | null => {
      const bytes = Buffer.from(token, 'base64url')
      const signature = bytes.subarray(2 * ID_BYTES)
      if (signature.length !== 32) return null
      try {
        const named = { networkId: stringify(bytes.subarray(0, ID_BYTES)), invitationId: stringify(bytes.subarray(ID_BYTES, 2 * ID_BYTES)) }
        return timingSafeEqual(signatureOf(named), signature) ? named : null
      } catch {
        return null
      }
    },
  }
}
export type InvitationTokens = ReturnType<typeof invitationTokens>
