type Ask = (why: string) => Promise<boolean>

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
export const freshSignIn: Ask = (why) => ask(why)
