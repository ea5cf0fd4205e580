/** Milliseconds in which the site applies the frame's new height. */
const LAID_OUT_MS = 100

/** Scrolls the site only if the bill's heading is out of view, as when the pressed button was further down. */
export const comeIntoView = (): void => {
  history.replaceState(history.state, '', location.pathname + location.search)
  setTimeout(() => document.querySelector('h1')?.scrollIntoView({ block: 'nearest' }), LAID_OUT_MS)
}
