import { useAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

/** Stored in this browser: networks with hidden first steps, and programs with a previewed mail. */
const keptAtom = atomWithStorage<{ away: string[]; looked: string[] }>('vestry-first-steps', { away: [], looked: [] }, undefined, { getOnInit: true })

const withOrWithout = (list: readonly string[], one: string, on: boolean): string[] => [
  ...list.filter((other) => other !== one),
  ...(on ? [one] : []),
]

/** The state of a network's hidden first steps, and its setter. */
export const usePutAway = (networkId: string): [boolean, (away: boolean) => void] => {
  const [{ away }, keep] = useAtom(keptAtom)
  return [away.includes(networkId), (on) => keep((now) => ({ ...now, away: withOrWithout(now.away, networkId, on) }))]
}

/** True once this browser has shown the mail of a program's bills, and a function that notes it. */
export const useLookedAtMail = (programId: string): [boolean, () => void] => {
  const [{ looked }, keep] = useAtom(keptAtom)
  return [looked.includes(programId), () => keep((now) => ({ ...now, looked: withOrWithout(now.looked, programId, true) }))]
}
