import { startRegistration } from '@simplewebauthn/browser'
import type { AddedPasskey, AuthenticatorState, NewAuthenticator, OpenSession, Passkey, RecoveryCodes } from '../../modules/identity/contract.ts'
import { post, remove, unbar } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'
import { useAnswer, useData } from '../domain/queries.ts'

/** True if sign-in asks for a code of an authenticator app. */
export const useAuthenticator = () => useAnswer<AuthenticatorState>(['authenticator'], '/auth/totp')

const rereadAuthenticator = { rereads: [['authenticator']], refused: true } as const

export const useBeginAuthenticator = () => useCommand(() => post<NewAuthenticator>('/auth/totp', {}))
export const useConfirmAuthenticator = () => useCommand((code: string) => post<RecoveryCodes>('/auth/totp/confirm', { code }), { done: unbar })
export const useNewRecoveryCodes = () => useCommand(() => post<RecoveryCodes>('/auth/recovery-codes', {}), rereadAuthenticator)
export const useRemoveAuthenticator = () => useCommand(() => remove('/auth/totp'), rereadAuthenticator)

export const usePasskeys = () => useData<Passkey[]>(['passkeys'], '/auth/passkeys')

/** Only the browser and the server read the options. */
type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Has the browser create a passkey, and registers it. */
export const useAddPasskey = () =>
  useCommand(
    async () => {
      const optionsJSON = await post<Options>('/auth/passkeys/options', {})
      return post<AddedPasskey>('/auth/passkeys', await startRegistration({ optionsJSON }))
    },
    { done: unbar },
  )

export const useRemovePasskey = () => useCommand((id: string) => remove(`/auth/passkeys/${id}`), { rereads: [['passkeys']], refused: true })

export const useSessions = () => useData<OpenSession[]>(['sessions'], '/auth/sessions')

/** Ends one session, or all others for null. */
export const useEndSession = () =>
  useCommand((id: string | null) => remove(id === null ? '/auth/sessions' : `/auth/sessions/${id}`), { rereads: [['sessions']], refused: true })
