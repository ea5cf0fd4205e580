import { useMutation } from '@tanstack/react-query'
import { ApiError, parsed } from '../domain/api/client.ts'
import { serverMessage } from '../domain/api/error-message.ts'
import { forgetting } from '../domain/api/query-client.ts'
import { NETWORK_HEADER } from '../domain/api/tab-network.ts'
import { FIRST_CALL, type Outcome } from './first-call-words.ts'

/** The call as software makes it: with the key, and without the session of whoever looks on (R218). */
const call = async (key: string, networkId: string): Promise<Outcome> => {
  try {
    const response = await fetch(FIRST_CALL, {
      headers: { accept: 'application/json', authorization: `Bearer ${key}` },
      credentials: 'omit',
      cache: 'no-store',
    })
    const body = parsed(await response.text()) ?? null
    const refused = response.ok ? null : new ApiError(response.status, body)
    const network = response.headers.get(NETWORK_HEADER)
    return {
      kind: 'answered',
      status: response.status,
      body,
      code: refused?.code || null,
      message: refused && serverMessage(refused),
      retryAfter: response.headers.get('retry-after'),
      isElsewhere: network !== null && network !== networkId,
    }
  } catch {
    return { kind: 'lost' }
  }
}

export const useFirstCall = (networkId: string) =>
  useMutation({ ...forgetting, mutationFn: (key: string) => call(key, networkId), networkMode: 'always' })
