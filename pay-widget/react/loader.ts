/** The address of the Vestry app, and the version of its tag: the newest release of version 1 by default. */
export type VestryApp = {
  /** The app's address, such as `https://pay.example.org`. */
  origin: string
  /** The nonce, if a Content-Security-Policy allows scripts by nonce. */
  nonce?: string | undefined
  // `integrity` needs an exact version, since the newest release changes.
} & ({ version?: undefined; integrity?: undefined } | { version: string; integrity?: string | undefined })

const TAG = 'vestry-pay'

/** Adds the script of the tag to the page, once. */
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
  // Each tag reports the failure itself, and a tag that is mounted later tries again.
  script.onerror = () => {
    script.remove()
    for (const tag of document.querySelectorAll(TAG)) {
      const detail = { bill: tag.getAttribute('bill'), status: 'unavailable' }
      tag.dispatchEvent(new CustomEvent(`${TAG}:error`, { bubbles: true, composed: true, detail }))
    }
  }
  document.head.append(script)
}
