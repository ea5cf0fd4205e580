import type { KeyboardEvent } from 'react'

/** Scrolls an element into view, without animation if the visitor prefers reduced motion. */
export const bringIntoView = (element: Element | null, block: ScrollLogicalPosition): void =>
  element?.scrollIntoView({ block, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })

/**
 * The `ref` for a button that is removed after its press. If the button had the focus, the title gets it. The ref must
 * stay the same between renders.
 */
export const passOnFocus = (titleOf: (button: HTMLButtonElement) => HTMLElement | null | undefined) => (button: HTMLButtonElement) => {
  const title = titleOf(button)
  return () => {
    if (document.activeElement === button) title?.focus({ preventScroll: true })
  }
}

/** The index that an arrow key, Home or End selects among `count` tabs; null for any other key. */
export const nextTab = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Moves the focus with the selection, as in a tab list. Space presses a tab that is a link. */
export const onTabKey = (event: KeyboardEvent<HTMLElement>, choose: (index: number) => void): void => {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const to = event.key === ' ' ? at : nextTab(event.key, at, tabs.length)
  if (to === null) return
  event.preventDefault()
  choose(to)
  tabs[to]?.focus()
}
