/** Milliseconds to wait if the page is not painted, because its tab is hidden or its frame is out of view. */
const UNSEEN_MS = 1_000

/** Loads the page's script after the first paint, so that it does not delay the content. */
const load = (): void => {
  void import('react-dom/client')
  void import('./client.tsx')
}
requestAnimationFrame(() => setTimeout(load))
setTimeout(load, UNSEEN_MS)
