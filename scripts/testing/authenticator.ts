import { Secret, TOTP } from 'otpauth'
import type { App, Client } from './app.ts'

/** Lifetime of an authenticator code in milliseconds. */
export const period = 30_000

export const codeOf = (secret: string, at = Date.now()): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

/** Enters the code mailed to an Admin before their first factor is added. */
export const confirmMailedCode = async (app: Pick<App, 'mailTo'>, client: Pick<Client, 'post'> & Readonly<{ email: string }>): Promise<void> => {
  await client.post('/api/auth/factor-code')
  const { text } = await app.mailTo(client.email, /Your code for a new/)
  await client.post('/api/auth/factor-code/confirm', { code: /Your code is (\S+)\./.exec(text)?.[1] })
}

export const openAuthenticator = async (client: Pick<Client, 'post'>): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const { secret } = await client.post<{ secret: string }>('/api/auth/totp')
  const { recoveryCodes } = await client.post<{ recoveryCodes: string[] }>('/api/auth/totp/confirm', { code: codeOf(secret) })
  return { secret, recoveryCodes }
}
