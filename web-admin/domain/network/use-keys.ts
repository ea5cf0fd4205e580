import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '../../../modules/kernel/api.ts'
import type { ApiKey, ApiKeySecret, NewApiKey } from '../../../modules/networks/contract.ts'
import { get, post, remove } from '../api/client.ts'
import { forgetting } from '../api/query-client.ts'

type Answer = DataOf<ApiKey[]>
const listKey = (networkId: string) => ['api-keys', networkId]

/** The API keys of a network. */
export const useKeys = (networkId: string) =>
  useQuery({
    queryKey: listKey(networkId),
    queryFn: async ({ signal }) => (await get<Answer>(`/networks/${networkId}/api-keys`, { signal })).data,
  })

/** A change of the keys, after which the list is read again. */
const useChange = <Input, Result>(networkId: string, mutationFn: (input: Input) => Promise<Result>, options: { gcTime?: number } = {}) => {
  const client = useQueryClient()
  return useMutation({ ...options, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: listKey(networkId) }) })
}

export const useMakeKey = (networkId: string) =>
  useChange(networkId, (body: NewApiKey) => post<ApiKeySecret>(`/networks/${networkId}/api-keys`, body), forgetting)

export const useReplaceKey = (networkId: string) =>
  useChange(networkId, (keyId: string) => post<ApiKeySecret>(`/networks/${networkId}/api-keys/${keyId}/replace`, {}), forgetting)

export const useEndKey = (networkId: string) => useChange(networkId, (keyId: string) => remove(`/networks/${networkId}/api-keys/${keyId}`))
