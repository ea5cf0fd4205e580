/**
 * The longest wait for the first paint (milliseconds), which never comes if the tab is hidden, or the frame is out of
 * view.
 */
const UNSEEN_MS = 1_000

/** Loads the page's script after the first paint, so that it does not delay what the payor sees. */
const load = (): void => {
  void import('react-dom/client')
  void import('./client.tsx')
}
requestAnimationFrame(() => setTimeout(load))
setTimeout(load, UNSEEN_MS)
