/** Time for the site to apply the frame's new height, in milliseconds. */
const LAID_OUT_MS = 100

/** Scrolls the site if the bill's heading is out of view, for example because the pressed link was further down. */
export const comeIntoView = (): void => {
  history.replaceState(history.state, '', location.pathname + location.search)
  setTimeout(() => document.querySelector('h1')?.scrollIntoView({ block: 'nearest' }), LAID_OUT_MS)
}
