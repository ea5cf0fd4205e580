import { Secret, TOTP } from 'otpauth'
import type { Client } from './app.ts'

/** How long a code of an authenticator app stays, in milliseconds. */
export const period = 30_000

export const codeOf = (secret: string, at = Date.now()): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

/** Sets up an authenticator app for somebody who is signed in. */
export const openAuthenticator = async (client: Pick<Client, 'post'>): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const { secret } = await client.post<{ secret: string }>('/api/auth/totp')
  const { recoveryCodes } = await client.post<{ recoveryCodes: string[] }>('/api/auth/totp/confirm', { code: codeOf(secret) })
  return { secret, recoveryCodes }
}
