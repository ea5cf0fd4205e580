import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { inTime } from '../api.ts'
import type { Lang } from '../view.ts'

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

const open = async (key: string, account: string, locale: Lang, standIn: string | null): Promise<Stripe> => {
  // Stripe's loader uses window.Stripe if it exists.
  if (standIn && !('Stripe' in window)) await loadScript(standIn)
  const stripe = await loadStripe(key, { stripeAccount: account, locale })
  if (!stripe) throw new Error('Stripe.js needs a browser')
  return stripe
}

const opened = new Map<string, Promise<Stripe>>()

/**
 * Loads Stripe.js for an account, with messages in this language. A failure is not cached, so that a retry can succeed.
 */
export const openStripe = (key: string, account: string, lang: Lang, standIn: string | null): Promise<Stripe> => {
  const name = `${account} ${lang}`
  const known = opened.get(name)
  if (known) return known
  const opening = inTime(open(key, account, lang, standIn))
  opened.set(name, opening)
  opening.catch(() => opened.delete(name))
  return opening
}
