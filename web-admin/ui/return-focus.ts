/** Where the focus goes when an overlay closes: to what had it, or to the button of the menu that it was chosen from. */
export const focusToReturn = (): (() => void) => {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return () => {
    const target = active?.isConnected && active !== document.body ? active : menuButton ? document.getElementById(menuButton) : null
    target?.focus()
  }
}
