import { useQuery } from '@tanstack/react-query'
import type { ConnectedAccounts } from '../../../modules/identity/contract.ts'
import { get } from '../api/client.ts'

/** The sign-in accounts at Google and Facebook that this user has connected. */
export const useConnectedAccounts = () =>
  useQuery({
    queryKey: ['connected-accounts'],
    queryFn: async ({ signal }) => (await get<ConnectedAccounts>('/oauth/accounts', { signal })).data.accounts,
  })
