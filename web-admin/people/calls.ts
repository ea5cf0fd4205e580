import type { QueryClient } from '@tanstack/react-query'
import type { Role } from '../../modules/identity/contract.ts'
import type { Admitted } from '../../modules/networks/contract.ts'
import { post, remove } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'

export type Wanted = { email: string; role: Role; expiresAt: string | null }

/** The user's own role may have changed. */
const changed = (networkId: string) =>
  ({ done: (client: QueryClient) => void client.invalidateQueries({ queryKey: ['session'] }), rereads: [['people', networkId]] }) as const

/** One call for three commands: invite, resend an invitation, change a role. */
export const useAdmit = (networkId: string) =>
  useCommand((body: Wanted, once) => post<Admitted>(`/networks/${networkId}/people`, body, once), changed(networkId))

/** Ends an access, or withdraws an invitation. */
export const useRemovePerson = (networkId: string) =>
  useCommand((personId: string) => remove(`/networks/${networkId}/people/${personId}`), changed(networkId))

export const useResetFactor = (networkId: string) =>
  useCommand((userId: string) => post<null>(`/networks/${networkId}/people/${userId}/reset-second-factor`, {}))
