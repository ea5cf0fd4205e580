import type { ManualMethod } from '../../modules/kernel/payment-methods.ts'
import type { Bills } from './api.ts'

/** Values that this browser stores, most of them for one tab. Without storage, nothing is remembered. */
const signingIn = (id: string) => `vestry-pay-signing-in:${id}`
const claimed = (id: string) => `vestry-pay-claim:${id}`
const claiming = (id: string) => `vestry-pay-claiming:${id}`
const taken = (id: string) => `vestry-pay-taken:${id}`

type Place = () => Storage
const tab: Place = () => sessionStorage
/**
 * Storage that all tabs share. In a frame, storage of this tab only, since the page around it may be somebody else's.
 */
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
    // The page works without storage.
  }
}

/** Remembers that the visitor has left to sign in, so that they can go on paying when they return. */
export const rememberSigningIn = (id: string): void => write(signingIn(id), '1')
export const cameFromSigningIn = (id: string): boolean => read(signingIn(id)) !== null
export const forgetSigningIn = (id: string): void => write(signingIn(id), null)

/** The token that withdraws a claim. It is kept until the claim is decided, even if the tab closes (R64). */
export const keepToken = (id: string, token: string | null): void => write(claimed(id), token, tabs)
export const keptToken = (id: string): string | null => read(claimed(id), tabs)

/** A claim that has no answer yet. Sent again with the same key, it is the same claim. */
export type Attempt = { method: ManualMethod; key: string; whole: boolean; bills: Bills }
export const keepAttempt = (id: string, attempt: Attempt | null): void => write(claiming(id), attempt && JSON.stringify(attempt))
export const keptAttempt = (id: string): Attempt | null => {
  try {
    return JSON.parse(read(claiming(id)) ?? 'null')
  } catch {
    // An earlier version of the page wrote it.
    return null
  }
}

/**
 * The intent of the payment that Stripe took. Kept until the bill shows the payment, so that a reload offers no second
 * one.
 */
export const keepTaken = (id: string, intentId: string | null): void => write(taken(id), intentId)
export const keptTaken = (id: string): string | null => read(taken(id))
