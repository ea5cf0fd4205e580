/** How long the site takes to give the frame its new height. */
const LAID_OUT_MS = 100

/** The site is moved only if the bill's head is out of sight: the button that was pressed may have stood a screen further down. */
export const comeIntoView = (): void => {
  history.replaceState(history.state, '', location.pathname + location.search)
  setTimeout(() => document.querySelector('h1')?.scrollIntoView({ block: 'nearest' }), LAID_OUT_MS)
}
