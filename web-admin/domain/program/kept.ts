import { useAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

/** By this browser: networks whose first steps were put away, and programs whose mail was looked at. */
const keptAtom = atomWithStorage<{ away: string[]; looked: string[] }>('vestry-first-steps', { away: [], looked: [] }, undefined, { getOnInit: true })

const withOrWithout = (list: readonly string[], one: string, on: boolean): string[] => [
  ...list.filter((other) => other !== one),
  ...(on ? [one] : []),
]

/** Whether the first steps of a network were put away, and what puts them away or brings them back. */
export const usePutAway = (networkId: string): [boolean, (away: boolean) => void] => {
  const [{ away }, keep] = useAtom(keptAtom)
  return [away.includes(networkId), (on) => keep((now) => ({ ...now, away: withOrWithout(now.away, networkId, on) }))]
}

/** Whether somebody has looked at the mail of a program's bills here, and what notes it. */
export const useLookedAtMail = (programId: string): [boolean, () => void] => {
  const [{ looked }, keep] = useAtom(keptAtom)
  return [looked.includes(programId), () => keep((now) => ({ ...now, looked: withOrWithout(now.looked, programId, true) }))]
}
