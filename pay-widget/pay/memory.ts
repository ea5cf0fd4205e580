/** What this tab remembers between two pages; browsers that refuse storage simply forget. */
const signingIn = (id: string) => `vestry-pay-signing-in:${id}`
const claimed = (id: string) => `vestry-pay-claim:${id}`
const taken = (id: string) => `vestry-pay-taken:${id}`

const read = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Nothing depends on it but comfort.
  }
}

/** The visitor left this page to sign in: a wrong account must then not be signed out and sent around again (R96). */
export const rememberSigningIn = (id: string): void => write(signingIn(id), '1')
export const cameFromSigningIn = (id: string): boolean => read(signingIn(id)) !== null
export const forgetSigningIn = (id: string): void => write(signingIn(id), null)

/** The token that takes a claim back outlives a reload. */
export const keepToken = (id: string, token: string | null): void => write(claimed(id), token)
export const keptToken = (id: string): string | null => read(claimed(id))

/** The intent by which Stripe took the money, until the bill shows it: a reload must not offer to pay again. */
export const keepTaken = (id: string, intentId: string | null): void => write(taken(id), intentId)
export const keptTaken = (id: string): string | null => read(taken(id))
