/** Scrolls an element into view, without animation if the visitor prefers reduced motion. */
export const bringIntoView = (element: Element | null, block: ScrollLogicalPosition): void =>
  element?.scrollIntoView({ block, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
