import type { ApiKey, ApiKeySecret, Network, NetworkChange, NewApiKey, Person } from '../../../modules/networks/contract.ts'
import { post, remove } from '../api/client.ts'
import { putVersioned } from '../api/versioned.ts'
import { useCommand } from '../command.ts'
import { forgetting, useData, useVersioned } from '../queries.ts'

export const useNetwork = (id: string) => useVersioned<Network>(['network', id], `/networks/${id}`)

export const useChangeNetwork = (id: string) =>
  useCommand(({ change, etag }: { change: NetworkChange; etag: string | null }) => putVersioned<Network>(`/networks/${id}`, change, etag), {
    done: (client, saved) => {
      client.setQueryData(['network', id], saved)
      // The session has the network's name for the sidebar, and the list of networks for the program form.
      void client.invalidateQueries({ queryKey: ['session'] })
      void client.invalidateQueries({ queryKey: ['networks'] })
    },
  })

/** People with access to a network, and open invitations. */
export const usePeople = (networkId: string) => useData<Person[]>(['people', networkId], `/networks/${networkId}/people`)

const keysPath = (networkId: string) => `/networks/${networkId}/api-keys`
const rereadKeys = (networkId: string) => ({ rereads: [['api-keys', networkId]] }) as const

export const useKeys = (networkId: string) => useData<ApiKey[]>(['api-keys', networkId], keysPath(networkId))

export const useMakeKey = (networkId: string) =>
  useCommand((body: NewApiKey) => post<ApiKeySecret>(keysPath(networkId), body), { ...rereadKeys(networkId), ...forgetting })
export const useReplaceKey = (networkId: string) =>
  useCommand((keyId: string) => post<ApiKeySecret>(`${keysPath(networkId)}/${keyId}/replace`, {}), { ...rereadKeys(networkId), ...forgetting })
export const useEndKey = (networkId: string) => useCommand((keyId: string) => remove(`${keysPath(networkId)}/${keyId}`), rereadKeys(networkId))
