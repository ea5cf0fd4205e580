import { atom, getDefaultStore } from 'jotai'

/**
 * The network that this tab shows, and the session's current network. If another tab has switched networks, this tab
 * neither shows nor changes anything until the user chooses a network.
 */
const tabNetworkAtom = atom<Readonly<{ shown: string | null; current: string | null }>>({ shown: null, current: null })

export const isElsewhereAtom = atom((get) => {
  const { shown, current } = get(tabNetworkAtom)
  return shown !== null && shown !== current
})
export const shownNetworkAtom = atom((get) => get(tabNetworkAtom).shown)

const store = getDefaultStore()

export const shownNetwork = (): string | null => store.get(shownNetworkAtom)

/** Notes the session's current network. The first network noted also becomes the tab's. */
export const followNetwork = (current: string | null): void => store.set(tabNetworkAtom, ({ shown }) => ({ shown: shown ?? current, current }))

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('vestry-network')
tabs?.addEventListener('message', ({ data }) => followNetwork(typeof data === 'string' ? data : null))

/** Switches this tab to a network and notifies the other tabs. */
export const showNetwork = (network: string | null): void => {
  store.set(tabNetworkAtom, { shown: network, current: network })
  tabs?.postMessage(network)
}

/** The answer is about another network than the tab's and must not be shown. */
export class OtherNetwork extends Error {
  constructor() {
    super('You have switched to another network in another tab or window.')
    this.name = 'OtherNetwork'
  }
}

export const NETWORK_HEADER = 'vestry-network'

/** Notes the network of an answer. @throws OtherNetwork */
export const checkNetwork = (current: string | null): void => {
  if (current !== null) followNetwork(current)
  if (store.get(isElsewhereAtom)) throw new OtherNetwork()
}
