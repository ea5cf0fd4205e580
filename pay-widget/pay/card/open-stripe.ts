import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { CALL_MS } from '../api.ts'

const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src })
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${src} could not be loaded`))
    }
    document.head.append(script)
  })

const open = async (key: string, account: string, standIn: string | null): Promise<Stripe> => {
  // Stripe's loader takes what is there already.
  if (standIn && !('Stripe' in window)) await loadScript(standIn)
  const stripe = await loadStripe(key, { stripeAccount: account })
  if (!stripe) throw new Error('Stripe.js needs a browser')
  return stripe
}

const opened = new Map<string, Promise<Stripe>>()

/** Stripe.js for an account; a failure is forgotten, so that a later try may succeed. */
export const openStripe = (key: string, account: string, standIn: string | null): Promise<Stripe> => {
  const known = opened.get(account)
  if (known) return known
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Stripe.js did not come')), CALL_MS))
  const opening = Promise.race([open(key, account, standIn), late])
  opened.set(account, opening)
  opening.catch(() => opened.delete(account))
  return opening
}
