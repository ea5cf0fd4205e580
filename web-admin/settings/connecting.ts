import { type Provider, providers } from '../domain/session/providers.ts'

const KEY = 'vestry-connecting'

/** Stores the provider while the browser is away there. */
export const startConnecting = ({ path }: Provider): void => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage the page does not confirm the connection.
  }
}

/** The provider from which the browser returns; reading it clears it. */
export const cameBackFrom = (): Provider | undefined => {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return providers.find((provider) => provider.path === path)
  } catch {
    return undefined
  }
}
