import type { Embedded } from '../../modules/embed/contract.ts'
import { type About, type FromFrame, HELLO, HERE, opens, VERSION } from './protocol.ts'

/** Leaves this many pixels below the content, for text that only screen readers get. */
const UNSEEN = 1

/**
 * Anything of Stripe's that is higher than this (in pixels) is visible; elements that Stripe hides are never higher.
 */
const SEEN = 100
/** True for the overlay with a bank's authentication, which Stripe's script adds to the page. */
const coversPage = (node: Element): boolean =>
  getComputedStyle(node).position === 'fixed' && (node.matches('iframe') || node.querySelector('iframe') !== null) && node.clientHeight > SEEN

/**
 * Connects to the site's loader, and reports the page's height and the bill's status. Messages from sites that may not
 * frame the page are ignored. The returned function reports a new status.
 */
export const meetHost = ({ bill, status: drawn, sites: allowed }: About & Embedded): ((status: string | null) => void) => {
  const sites = [...allowed, location.origin]
  let port: MessagePort | null = null
  let status = drawn
  const send = (message: FromFrame): void => port?.postMessage(message)
  const root = document.getElementById('pay-root') ?? document.documentElement

  const sendHeight = (): void => send({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) + UNSEEN })
  const measured = new ResizeObserver(sendHeight)
  const layers = new MutationObserver(() => {
    const open = [...document.body.children].some(coversPage)
    if (open !== isOpen) send({ type: 'expand', open })
    isOpen = open
  })
  let isOpen = false

  addEventListener('message', ({ source, origin, data, ports: [offered] }) => {
    if (source !== parent || !sites.includes(origin) || !opens(HELLO, data) || !offered) return
    port?.close()
    port = offered
    // Sent before 'ready', so that the frame already has its height when it appears.
    sendHeight()
    send({ type: 'ready', bill, status })
    // The hash marks a page that was opened from within this frame.
    if (location.hash === '#opened') void import('./come-into-view.ts').then(({ comeIntoView }) => comeIntoView())
    measured.disconnect()
    measured.observe(root)
    layers.observe(document.body, { childList: true, attributes: true, attributeFilter: ['style', 'class'], subtree: true })
  })
  // '*' is safe: the Content-Security-Policy allows only permitted parents, and the message contains no data.
  parent.postMessage({ type: HERE, v: VERSION }, '*')
  return (next) => {
    if (next === status) return
    status = next
    if (next === 'Paid') send({ type: 'paid', bill, status })
    if (next === 'PendingConfirmation') send({ type: 'pending', bill, status })
  }
}
