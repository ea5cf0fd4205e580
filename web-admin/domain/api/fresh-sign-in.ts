/** What a session may lack, by the code of the refusal: a fresh sign-in, the account's second factor, or the code mailed before a first one. */
export type Lacking = 'reauth-required' | 'second-step-required' | 'mailed-code-required'

export const isLacking = (code: string): code is Lacking =>
  code === 'reauth-required' || code === 'second-step-required' || code === 'mailed-code-required'

type Ask = (why: string, lacking: Lacking) => Promise<boolean>

const nobodyAsks: Ask = () => Promise.resolve(false)
let ask = nobodyAsks

/** Who asks the person at the screen to confirm that it is them; answers how to stop. */
export const askForFreshSignInBy = (asking: Ask): (() => void) => {
  ask = asking
  return () => {
    ask = nobodyAsks
  }
}

/** True once they have, so that a call which needs a fresh sign-in can be sent again. */
export const freshSignIn: Ask = (why, lacking) => ask(why, lacking)
