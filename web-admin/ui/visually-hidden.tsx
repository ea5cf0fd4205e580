import type { ReactNode } from 'react'
import * as text from './text.css.ts'

export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className={text.hidden}>{children}</span>
