/** How long a page waits that is not being drawn, since its tab is hidden or its frame is scrolled away. */
const UNSEEN_MS = 1_000

/** Loads what makes the page answer once it has been drawn: nothing is fetched or run beside what is read first. */
const load = (): void => {
  void import('react-dom/client')
  void import('./client.tsx')
}
requestAnimationFrame(() => setTimeout(load))
setTimeout(load, UNSEEN_MS)
