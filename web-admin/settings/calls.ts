import type { ConnectAnswer, Profile } from '../../modules/identity/contract.ts'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import type { Message } from '../../modules/shared/api.ts'
import { apiUrl, post, put, remove } from '../domain/api/client.ts'
import { postVersioned, putVersioned } from '../domain/api/versioned.ts'
import { useCommand } from '../domain/command.ts'
import { useVersioned } from '../domain/queries.ts'
import { type Provider, providers } from '../domain/session/providers.tsx'
import type { ProfileValues } from './method-values.ts'

const KEY = 'vestry-connecting'

/** Stores the provider while the browser is away there. */
const startConnecting = ({ path }: Provider): void => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage the page does not confirm the connection.
  }
}

/** The provider from which the browser has returned. It is reported only once. */
export const cameBackFrom = (): Provider | undefined => {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return providers.find((provider) => provider.path === path)
  } catch {
    return undefined
  }
}

export type PasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string }
export const useChangePassword = () => useCommand((values: PasswordValues) => put<Message>('/password/change', values))

export const useUpdateProfile = () =>
  useCommand((names: Pick<Profile, 'firstName' | 'lastName'>) => put<Profile>('/profile', names), {
    done: (client, profile) => {
      client.setQueryData(['profile'], profile)
      // The sidebar shows the name too.
      void client.invalidateQueries({ queryKey: ['session'] })
    },
  })

/** Sends the browser to a provider to connect an account. Each try needs a new address from the server. */
export const useConnectAccount = () =>
  useCommand((provider: Provider) => post<ConnectAnswer>(`/oauth/${provider.path}/connect`, {}), {
    done: (_client, { url }, provider) => {
      startConnecting(provider)
      window.location.assign(apiUrl(url))
    },
  })

export const useDisconnectAccount = () =>
  useCommand((id: string) => remove(`/oauth/accounts/${id}`), { rereads: [['connected-accounts']], refused: true })

/** A profile with its version, fresh for each opening of its dialog. */
export const usePaymentProfile = (id: string) => useVersioned<PaymentProfile>(['payment-profile', id], `/payment-profiles/${id}`, { gcTime: 0 })

/** Creates a profile if there is no id. */
export const useSavePaymentProfile = (id: string | null) =>
  useCommand(
    ({ body, etag }: { body: ProfileValues; etag: string | null }, { idempotencyKey }) =>
      id === null
        ? postVersioned<PaymentProfile>('/payment-profiles', body, null, idempotencyKey)
        : putVersioned<PaymentProfile>(`/payment-profiles/${id}`, body, etag),
    { done: (client) => void client.invalidateQueries({ queryKey: ['programs'] }), rereads: [['payment-profiles']] },
  )
