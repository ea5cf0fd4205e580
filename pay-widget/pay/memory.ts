import type { ManualMethod } from '../../modules/kernel/payment-methods.ts'

/** What this browser remembers between two pages, most of it in this tab alone; one that refuses storage simply forgets. */
const signingIn = (id: string) => `vestry-pay-signing-in:${id}`
const claimed = (id: string) => `vestry-pay-claim:${id}`
const claiming = (id: string) => `vestry-pay-claiming:${id}`
const taken = (id: string) => `vestry-pay-taken:${id}`

type Place = () => Storage
const tab: Place = () => sessionStorage
/** All tabs of this browser; within a frame, which may be in a site of somebody else's, the tab alone. */
const tabs: Place = () => (self === top ? localStorage : sessionStorage)

const read = (key: string, place = tab): string | null => {
  try {
    return place().getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string | null, place = tab): void => {
  try {
    if (value === null) place().removeItem(key)
    else place().setItem(key, value)
  } catch {
    // Nothing depends on it but comfort.
  }
}

/** The visitor left this page to sign in, and goes on with paying when they are back. */
export const rememberSigningIn = (id: string): void => write(signingIn(id), '1')
export const cameFromSigningIn = (id: string): boolean => read(signingIn(id)) !== null
export const forgetSigningIn = (id: string): void => write(signingIn(id), null)

/** The token that takes a claim back outlives the tab, and is dropped once the claim is decided (R64). */
export const keepToken = (id: string, token: string | null): void => write(claimed(id), token, tabs)
export const keptToken = (id: string): string | null => read(claimed(id), tabs)

/** A claim that was sent and not answered, its method and its key: sent again, it is the same claim. */
export type Attempt = { method: ManualMethod; key: string }
export const keepAttempt = (id: string, attempt: Attempt | null): void => write(claiming(id), attempt && `${attempt.method} ${attempt.key}`)
export const keptAttempt = (id: string): Attempt | null => {
  const [method, key] = read(claiming(id))?.split(' ') ?? []
  return key ? { method: method as ManualMethod, key } : null
}

/** The intent by which Stripe took the money, until the bill shows it: a reload must not offer to pay again. */
export const keepTaken = (id: string, intentId: string | null): void => write(taken(id), intentId)
export const keptTaken = (id: string): string | null => read(taken(id))
