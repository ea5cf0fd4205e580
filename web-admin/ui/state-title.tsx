import type { ReactNode } from 'react'
import { stateTitle } from './states.css.ts'

/** Level 2 directly below a page's title, 3 within a section with a heading. */
export const StateTitle = ({ level, children }: { level: 2 | 3; children: ReactNode }) => {
  const Heading = level === 2 ? 'h2' : 'h3'
  return <Heading className={stateTitle}>{children}</Heading>
}
