let last: (() => void) | null = null

/** Focuses `element`, and `next` when the page takes it away with the focus still on it. */
const focusWhileThere = (element: HTMLElement, next: () => void): void => {
  element.focus()
  const watch = new MutationObserver(() => {
    if (document.activeElement === element) return
    watch.disconnect()
    if (!element.isConnected && document.activeElement === document.body) next()
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** Where the focus goes when an overlay closes: to what had it or its menu's button, and once that is gone to the part of the page around it. */
export const focusToReturn = (): (() => void) => {
  const active = document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? document.activeElement : null
  // An overlay that takes another's place opens with the focus nowhere: it gives back what that one would have.
  if (!active && last) return last
  const labelledBy = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = labelledBy ? document.getElementById(labelledBy) : active
  const around = [opener?.closest<HTMLElement>('section'), opener?.closest<HTMLElement>('[role="dialog"], main')]
  const focusAround = () => {
    const place = around.find((element) => element?.isConnected)
    if (!place) return
    place.tabIndex = -1
    place.focus()
  }
  last = () => (opener?.isConnected ? focusWhileThere(opener, focusAround) : focusAround())
  return last
}
