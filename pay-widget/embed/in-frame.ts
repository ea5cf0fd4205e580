import type { Embedded } from '../../modules/embed/contract.ts'
import { type About, type FromFrame, HELLO, HERE, opens, VERSION } from './protocol.ts'

/** What screen readers alone are told takes a pixel below all else. */
const UNSEEN = 1

/** Higher than anything that Stripe's script keeps on a page unseen. */
const SEEN = 100
/** What a bank asks comes as a layer over the page, put there by Stripe's script. */
const coversPage = (node: Element): boolean =>
  getComputedStyle(node).position === 'fixed' && (node.matches('iframe') || node.querySelector('iframe') !== null) && node.clientHeight > SEEN

/**
 * Calls the site's loader, and tells it how high the page is and how its bill stands. Only sites that may frame the page are heard. What it
 * returns is to be told of each status that the page shows.
 */
export const meetHost = ({ bill, status: drawn, sites: allowed }: About & Embedded): ((status: string | null) => void) => {
  const sites = [...allowed, location.origin]
  let port: MessagePort | null = null
  let status = drawn
  const tell = (message: FromFrame): void => port?.postMessage(message)
  const root = document.getElementById('pay-root') ?? document.documentElement

  const tellHeight = (): void => tell({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) + UNSEEN })
  const measured = new ResizeObserver(tellHeight)
  const layers = new MutationObserver(() => {
    const open = [...document.body.children].some(coversPage)
    if (open !== isOpen) tell({ type: 'expand', open })
    isOpen = open
  })
  let isOpen = false

  addEventListener('message', ({ source, origin, data, ports: [offered] }) => {
    if (source !== parent || !sites.includes(origin) || !opens(HELLO, data) || !offered) return
    port?.close()
    port = offered
    // Before it is shown, so that it comes at its height.
    tellHeight()
    tell({ type: 'ready', bill, status })
    // As the address of a bill ends that a press in this frame has opened.
    if (location.hash === '#opened') void import('./come-into-view.ts').then(({ comeIntoView }) => comeIntoView())
    measured.disconnect()
    measured.observe(root)
    layers.observe(document.body, { childList: true, attributes: true, attributeFilter: ['style', 'class'], subtree: true })
  })
  // To whoever frames the page, which the policy has allowed; it says nothing.
  parent.postMessage({ type: HERE, v: VERSION }, '*')
  return (next) => {
    if (next === status) return
    status = next
    if (next === 'Paid') tell({ type: 'paid', bill, status })
    if (next === 'PendingConfirmation') tell({ type: 'pending', bill, status })
  }
}
