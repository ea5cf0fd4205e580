/** The requirement that the session lacks for a call: a fresh sign-in, the second factor, or the mailed code that precedes a first factor. */
export type Lacking = 'reauth-required' | 'second-step-required' | 'mailed-code-required'

export const isLacking = (code: string): code is Lacking =>
  code === 'reauth-required' || code === 'second-step-required' || code === 'mailed-code-required'

type Ask = (why: string, lacking: Lacking) => Promise<boolean>

const nobodyAsks: Ask = () => Promise.resolve(false)
let ask = nobodyAsks

/** Registers the dialog that asks for the confirmation; returns a function that unregisters it. */
export const askForFreshSignInBy = (asking: Ask): (() => void) => {
  ask = asking
  return () => {
    ask = nobodyAsks
  }
}

/** Resolves to true once confirmed: the call can then be sent again. */
export const freshSignIn: Ask = (why, lacking) => ask(why, lacking)
