/** The `ref` of a button that is removed after its press: if it then has the focus, the title receives it. The ref must be stable between renders. */
export const passOnFocus = (titleOf: (button: HTMLButtonElement) => HTMLElement | null | undefined) => (button: HTMLButtonElement) => {
  const title = titleOf(button)
  return () => {
    if (document.activeElement === button) title?.focus({ preventScroll: true })
  }
}
