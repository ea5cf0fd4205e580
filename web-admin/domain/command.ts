import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAttempt } from './api/attempt.ts'
import type { Key } from './queries.ts'

type After<Input, Result> = {
  /** Queries to refetch before the command counts as done. */
  rereads?: readonly Key[]
  /** Refetches after a failure too: the screen may be out of date. */
  refused?: boolean
  /** False: the command is done before the refetch, which may unmount its button and thus drop the outcome. */
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
