import { atom, getDefaultStore } from 'jotai'

/**
 * The network that this tab shows, and the session's current one, by their ids. Another tab may have switched: until the reader has
 * chosen, this tab then neither shows nor changes anything.
 */
const tabNetworkAtom = atom<Readonly<{ shown: string | null; current: string | null }>>({ shown: null, current: null })

export const isElsewhereAtom = atom((get) => {
  const { shown, current } = get(tabNetworkAtom)
  return shown !== null && shown !== current
})
export const shownNetworkAtom = atom((get) => get(tabNetworkAtom).shown)

const store = getDefaultStore()

export const shownNetwork = (): string | null => store.get(shownNetworkAtom)

/** What the server says of the session's current network; the first answer decides what this tab shows. */
export const hearOfNetwork = (current: string | null): void => store.set(tabNetworkAtom, ({ shown }) => ({ shown: shown ?? current, current }))

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('vestry-network')
tabs?.addEventListener('message', ({ data }) => hearOfNetwork(typeof data === 'string' ? data : null))

/** This tab goes to a network, and other tabs hear of it. */
export const showNetwork = (network: string | null): void => {
  store.set(tabNetworkAtom, { shown: network, current: network })
  tabs?.postMessage(network)
}

/** An answer about another network than the one that this tab shows: it must not be seen. */
export class OtherNetwork extends Error {
  constructor() {
    super('You have switched to another network in another tab or window.')
    this.name = 'OtherNetwork'
  }
}

export const NETWORK_HEADER = 'vestry-network'

/** Takes note of the network that an answer is about. @throws OtherNetwork */
export const checkNetwork = (current: string | null): void => {
  if (current !== null) hearOfNetwork(current)
  if (store.get(isElsewhereAtom)) throw new OtherNetwork()
}
