import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { back } from './page-head.css.ts'

export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={back}>
    <ArrowLeft />
    {children}
  </Link>
)
