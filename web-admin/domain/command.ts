import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Key } from './queries.ts'

/** crypto.randomUUID does not exist on pages without https, except on localhost. */
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

type After<Input, Result> = {
  /** Queries to refetch before the command counts as done. */
  rereads?: readonly Key[]
  /** True: the queries are read again after a failure, too, since the screen may be out of date. */
  refused?: boolean
  /**
   * False: the command is done before the queries are read again. Needed if reading them again unmounts the button,
   * which would lose the result.
   */
  waits?: boolean
  /** Called after a success. */
  done?: (client: QueryClient, result: Result, input: Input) => unknown
  gcTime?: number
}

/** A command and the queries to refetch after it. Retries with the same input share an idempotency key. */
export const useCommand = <Input = void, Result = unknown>(
  call: (input: Input, once: { idempotencyKey: string }) => Promise<Result>,
  { rereads = [], refused = false, waits = true, done, ...options }: After<Input, Result> = {},
) => {
  const client = useQueryClient()
  const attempt = useAttempt()
  const reread = async () => {
    const read = Promise.all(rereads.map((queryKey) => client.invalidateQueries({ queryKey })))
    if (waits) await read
  }
  return useMutation({
    ...options,
    mutationFn: (input: Input) => call(input, { idempotencyKey: attempt.keyFor(input) }),
    onSuccess: async (result, input) => {
      attempt.done()
      await done?.(client, result, input)
      if (!refused) await reread()
    },
    ...(refused ? { onSettled: reread } : {}),
  })
}
