import { HELLO, HERE, isFromFrame, opens, VERSION } from './protocol.ts'

/** If the frame is silent for this long, the site counts as blocking it (milliseconds). */
const PATIENCE_MS = 5_000
const NEAR = '400px'
const TAG = 'vestry-pay'
const TOKENS = ['accent', 'radius', 'font', 'surface', 'text']

const FRAME = 'display:block;width:100%;height:100%;border:0'
const LOADING = `${FRAME};position:absolute;visibility:hidden`
const WHOLE = `${FRAME};position:fixed;inset:0;z-index:2147483647`
/**
 * The site's own styles cannot override these, not even with `* { all: unset !important }`: among important rules,
 * the ones of a shadow root win.
 */
const sheet = new CSSStyleSheet()
sheet.replaceSync(
  `:host{display:block!important}:host([hidden]){display:none!important}a{font:inherit}a[part]{display:inline-block;padding:.75em 1.25em;border-radius:var(--vestry-pay-radius,6px);background:var(--vestry-pay-accent,#1f4aa3);color:#fff;text-decoration:none}`,
)

const origin = new URL((document.currentScript as HTMLScriptElement).src).origin

class VestryPay extends HTMLElement {
  static observedAttributes = ['bill', 'network', 'theme', 'locale', 'mode', 'label']
  #frame: HTMLIFrameElement | null = null
  #port: MessagePort | null = null
  #near: IntersectionObserver | null = null
  #timer = 0
  #status: string | null = null

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    const link = document.createElement('a')
    link.target = '_top'
    link.href = this.#address('')
    link.textContent = this.#label()
    if (this.getAttribute('mode') === 'button') {
      link.setAttribute('part', 'button')
      root.replaceChildren(link)
      return
    }
    const slot = document.createElement('slot')
    slot.name = 'fallback'
    slot.append(link)
    root.replaceChildren(slot)
    addEventListener('message', this.#answer)
    this.#near = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.#open(), { rootMargin: NEAR })
    if (this.getAttribute('loading') === 'eager') this.#open()
    else this.#near.observe(this)
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#answer)
    this.#close()
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.shadowRoot && this.isConnected && before !== after) this.reload()
  }

  reload(): void {
    this.disconnectedCallback()
    this.connectedCallback()
  }

  override focus(): void {
    if (this.#frame) this.#frame.focus()
    else super.focus()
  }

  #label(): string {
    return this.getAttribute('label') || (this.getAttribute('locale') === 'es' ? 'Pagar su factura' : 'Pay your bill')
  }

  #address(prefix: string): string {
    const bill = this.getAttribute('bill')
    const url = new URL(`${prefix}/${bill ? 'pay' : 'find'}/${encodeURIComponent(bill || this.getAttribute('network') || '')}`, origin)
    const set = (name: string, value: string | null) => value && url.searchParams.set(name, value)
    set('lang', this.getAttribute('locale'))
    if (prefix) {
      set('theme', this.getAttribute('theme'))
      for (const token of TOKENS) set(token, getComputedStyle(this).getPropertyValue(`--${TAG}-${token}`).trim())
    }
    return url.href
  }

  #open(): void {
    this.#near?.disconnect()
    const frame = document.createElement('iframe')
    frame.title = this.#label()
    frame.allow = 'payment *'
    frame.style.cssText = LOADING
    // The site's origin is sent even if the site's own policy is stricter, so that an Admin can see which site was
    // refused.
    frame.referrerPolicy = 'origin'
    frame.src = this.#address('/embed')
    this.#frame = frame
    this.shadowRoot?.append(frame)
    // The link to the pay page stays until the frame is ready, even if that takes longer than the timeout.
    this.#timer = window.setTimeout(() => {
      this.#status = 'unavailable'
      this.#emit('error')
    }, PATIENCE_MS)
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#near?.disconnect()
    this.#port?.close()
    this.#frame?.remove()
    this.#frame = this.#port = null
    this.style.removeProperty('height')
  }

  /** Gives a new or reloaded frame one end of a channel. Messages from other senders are ignored. */
  #answer = ({ source, origin: from, data }: MessageEvent): void => {
    const there = this.#frame?.contentWindow
    if (!there || source !== there || from !== origin || !opens(HERE, data)) return
    const { port1, port2 } = new MessageChannel()
    this.#port?.close()
    this.#port = port1
    port1.onmessage = (event) => this.#hear(event.data)
    there.postMessage({ type: HELLO, v: VERSION }, origin, [port2])
  }

  #hear(data: unknown): void {
    const frame = this.#frame
    if (!frame || !isFromFrame(data)) return
    const { type } = data
    if (type === 'resize') this.style.setProperty('height', `${data.height}px`, 'important')
    if (type === 'expand') frame.style.cssText = data.open ? WHOLE : FRAME
    if (type === 'ready') {
      clearTimeout(this.#timer)
      frame.style.cssText = FRAME
      this.shadowRoot?.querySelector('slot')?.setAttribute('hidden', '')
    }
    if ('status' in data) this.#status = data.status
    this.#emit(type)
  }

  #emit(name: string): void {
    const detail = { bill: this.getAttribute('bill'), status: this.#status }
    this.dispatchEvent(new CustomEvent(`${TAG}:${name}`, { bubbles: true, composed: true, detail }))
  }
}

// The page may include the script twice.
if (!customElements.get(TAG)) {
  Object.assign(window, { VestryPay: { v: VERSION } })
  customElements.define(TAG, VestryPay)
}
