import { useState } from 'react'

/** crypto.randomUUID is missing on plain http outside of localhost. */
const freshKey = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** One idempotency key for all tries with the same body, until one succeeds. */
export const createAttempt = () => {
  let current: { body: string; key: string } | null = null
  return {
    keyFor: (body: unknown): string => {
      const text = JSON.stringify(body) ?? ''
      if (current?.body !== text) current = { body: text, key: freshKey() }
      return current.key
    },
    done: (): void => {
      current = null
    },
  }
}

export const useAttempt = () => useState(createAttempt)[0]
