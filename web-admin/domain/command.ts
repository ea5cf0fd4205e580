import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAttempt } from './api/attempt.ts'
import type { Key } from './queries.ts'

type After<Input, Result> = {
  /** Read again before the command counts as done. */
  rereads?: readonly Key[]
  /** Also after a refusal: the screen may have shown what was no longer so. */
  refused?: boolean
  /** False: the command counts as done before that. Its button may be gone from the page by then, and its outcome would be told to nobody. */
  waits?: boolean
  /** Besides, once it has succeeded. */
  done?: (client: QueryClient, result: Result, input: Input) => unknown
  gcTime?: number
}

/** A command, and what is read again after it; with its key it is done once, however often it is tried with the same input. */
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
