import { useMutation } from '@tanstack/react-query'
import { ErrorBody } from '../../modules/kernel/api.ts'
import { parsed } from '../api/client.ts'
import { forgetting } from '../api/query-client.ts'
import { NETWORK_HEADER } from '../api/tab-network.ts'
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
    const refusal = ErrorBody.safeParse(body)
    const network = response.headers.get(NETWORK_HEADER)
    return {
      kind: 'answered',
      status: response.status,
      body,
      code: refusal.success ? refusal.data.code : null,
      message: refusal.success ? refusal.data.message : null,
      retryAfter: response.headers.get('retry-after'),
      isElsewhere: network !== null && network !== networkId,
    }
  } catch {
    return { kind: 'lost' }
  }
}

export const useFirstCall = (networkId: string) =>
  useMutation({ ...forgetting, mutationFn: (key: string) => call(key, networkId), networkMode: 'always' })
