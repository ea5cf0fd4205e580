let last: (() => void) | null = null

/** Focuses `element`. If the element is removed while it has the focus, calls `next`. */
const focusWhileThere = (element: HTMLElement, next: () => void): void => {
  element.focus()
  const watch = new MutationObserver(() => {
    if (document.activeElement === element) return
    watch.disconnect()
    if (!element.isConnected && document.activeElement === document.body) next()
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/**
 * Remembers the focused element. When an overlay closes, the returned function gives the focus back to that element, to
 * the button of its menu, or else to the section around it.
 */
export const focusToReturn = (): (() => void) => {
  const active = document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? document.activeElement : null
  // If one overlay replaces another, nothing has the focus for a moment, so the element remembered for the first
  // overlay is kept.
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
