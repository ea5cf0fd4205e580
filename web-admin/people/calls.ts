import type { QueryClient } from '@tanstack/react-query'
import type { Role } from '../../modules/identity/contract.ts'
import type { Admitted } from '../../modules/networks/contract.ts'
import { post, remove } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'

export type Wanted = { email: string; role: Role; expiresAt: string | null }

/** One's own role may be the one that changed. */
const changed = (networkId: string) =>
  ({ done: (client: QueryClient) => void client.invalidateQueries({ queryKey: ['session'] }), rereads: [['people', networkId]] }) as const

/** Invites somebody, sends an invitation again, or changes a role: the same call with the same address. */
export const useAdmit = (networkId: string) =>
  useCommand((body: Wanted, once) => post<Admitted>(`/networks/${networkId}/people`, body, once), changed(networkId))

/** Ends an access, or takes an invitation back. */
export const useRemovePerson = (networkId: string) =>
  useCommand((personId: string) => remove(`/networks/${networkId}/people/${personId}`), changed(networkId))

/** Removes a person's second factors. */
export const useResetFactor = (networkId: string) =>
  useCommand((userId: string) => post<null>(`/networks/${networkId}/people/${userId}/reset-second-factor`, {}))
