import { type Provider, providers } from '../domain/session/providers.ts'

const KEY = 'vestry-connecting'

/** Remembers, while the browser is at a provider, which one it is. */
export const startConnecting = ({ path }: Provider): void => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Then the page just doesn't say what has happened.
  }
}

/** The provider that the browser comes back from, told once. */
export const cameBackFrom = (): Provider | undefined => {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return providers.find((provider) => provider.path === path)
  } catch {
    return undefined
  }
}
