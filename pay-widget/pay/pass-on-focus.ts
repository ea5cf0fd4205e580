/**
 * The `ref` of a button that is removed once its press has succeeded: if it still has the keyboard focus then, the title gets it. It must stay
 * the same from one drawing to the next.
 */
export const passOnFocus = (titleOf: (button: HTMLButtonElement) => HTMLElement | null | undefined) => (button: HTMLButtonElement) => {
  const title = titleOf(button)
  return () => {
    if (document.activeElement === button) title?.focus({ preventScroll: true })
  }
}
