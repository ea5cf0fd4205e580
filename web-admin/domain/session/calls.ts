import { useQuery } from '@tanstack/react-query'
import type { ConnectedAccounts, Profile } from '../../../modules/identity/contract.ts'
import type { Message } from '../../../modules/shared/api.ts'
import { get, post } from '../api/client.ts'
import { useCommand } from '../command.ts'
import { useAnswer } from '../queries.ts'

export const useProfile = () => useAnswer<Profile>(['profile'], '/profile')

/** The user's connected accounts at Google and Facebook. */
export const useConnectedAccounts = () =>
  useQuery({
    queryKey: ['connected-accounts'],
    queryFn: async ({ signal }) => (await get<ConnectedAccounts>('/oauth/accounts', { signal })).data.accounts,
  })

/** Signs in again with the password, so that the sign-in counts as fresh. */
export const useReauthenticate = () => useCommand((password: string) => post<Message>('/auth/reauthenticate', { password }))
