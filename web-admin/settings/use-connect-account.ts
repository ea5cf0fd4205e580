import { useMutation } from '@tanstack/react-query'
import type { ConnectAnswer } from '../../modules/identity/contract.ts'
import { apiUrl } from '../domain/api/address.ts'
import { post } from '../domain/api/client.ts'
import type { Provider } from '../domain/session/providers.ts'
import { startConnecting } from './connecting.ts'

/** Leaves for a provider, to connect an account there; the server says where to, once for each time. */
export const useConnectAccount = () =>
  useMutation({
    mutationFn: (provider: Provider) => post<ConnectAnswer>(`/oauth/${provider.path}/connect`, {}),
    onSuccess: ({ url }, provider) => {
      startConnecting(provider)
      window.location.assign(apiUrl(url))
    },
  })
