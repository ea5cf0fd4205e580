import type { ReactNode } from 'react'
import { fact } from './bill.css.ts'

export const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <div className={fact}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
