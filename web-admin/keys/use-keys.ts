import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../modules/kernel/api.ts'
import { ApiKey, ApiKeySecret, type NewApiKey } from '../../modules/networks/contract.ts'
import { get, post, remove } from '../api/client.ts'
import { forgetting } from '../api/query-client.ts'

const Answer = dataOf(ApiKey.array())
const listKey = (networkId: string) => ['api-keys', networkId]

/** The API keys of a network. */
export const useKeys = (networkId: string) =>
  useQuery({
    queryKey: listKey(networkId),
    queryFn: async ({ signal }) => (await get(`/networks/${networkId}/api-keys`, Answer, { signal })).data,
  })

/** A change of the keys, after which the list is read again. */
const useChange = <Input, Result>(networkId: string, mutationFn: (input: Input) => Promise<Result>, options: { gcTime?: number } = {}) => {
  const client = useQueryClient()
  return useMutation({ ...options, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: listKey(networkId) }) })
}

export const useMakeKey = (networkId: string) =>
  useChange(networkId, (body: NewApiKey) => post(`/networks/${networkId}/api-keys`, body, ApiKeySecret), forgetting)

export const useReplaceKey = (networkId: string) =>
  useChange(networkId, (keyId: string) => post(`/networks/${networkId}/api-keys/${keyId}/replace`, {}, ApiKeySecret), forgetting)

export const useEndKey = (networkId: string) => useChange(networkId, (keyId: string) => remove(`/networks/${networkId}/api-keys/${keyId}`))
