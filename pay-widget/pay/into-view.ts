/** Brings what a press has brought into view, without the ride for those who want none. */
export const bringIntoView = (element: Element | null, block: ScrollLogicalPosition): void =>
  element?.scrollIntoView({ block, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
