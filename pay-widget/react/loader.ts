/** Where the app is, and which release of its tag is wanted: the newest of version 1, unless one is named. */
export type VestryApp = {
  /** The app's address, such as `https://pay.example.org`. */
  origin: string
  /** Of a content security policy that allows scripts by nonce. */
  nonce?: string | undefined
  // The newest changes, and so has no integrity.
} & ({ version?: undefined; integrity?: undefined } | { version: string; integrity?: string | undefined })

const TAG = 'vestry-pay'

/** Adds the app's script to the page, unless it is there. */
export const addLoader = ({ origin, version = '1', integrity, nonce }: VestryApp): void => {
  const src = new URL(`/v${version}.js`, origin).href
  if (customElements.get(TAG) || [...document.scripts].some((script) => script.src === src)) return
  const script = document.createElement('script')
  script.async = true
  if (nonce) script.nonce = nonce
  if (integrity) {
    script.crossOrigin = 'anonymous'
    script.integrity = integrity
  }
  script.src = src
  // Each tag says so itself when its frame does not come. A tag that is mounted later tries again.
  script.onerror = () => {
    script.remove()
    for (const tag of document.querySelectorAll(TAG)) {
      const detail = { bill: tag.getAttribute('bill'), status: 'unavailable' }
      tag.dispatchEvent(new CustomEvent(`${TAG}:error`, { bubbles: true, composed: true, detail }))
    }
  }
  document.head.append(script)
}
