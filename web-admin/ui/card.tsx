import type { ReactNode } from 'react'
import * as styles from './card.css.ts'

type Part = { children: ReactNode }

export const Cards = ({ children }: Part) => <ul className={styles.cards}>{children}</ul>

/** `title` and `status` at the top, `facts` as terms and values, `note` beneath, `foot` for two buttons and a menu. */
export const Card = ({ title, status, facts, note, foot }: CardProps) => (
  <li className={styles.card}>
    <div className={styles.cardHead}>
      <h3>{title}</h3>
      {status}
    </div>
    {facts && <Facts facts={facts} className={styles.cardFacts} />}
    {note !== undefined && <div className={styles.cardNote}>{note}</div>}
    {foot !== undefined && <div className={styles.cardFoot}>{foot}</div>}
  </li>
)
export type Fact = [term: string, value: ReactNode]
type CardProps = { title: ReactNode; status?: ReactNode; facts?: Fact[]; note?: ReactNode; foot?: ReactNode }

export const Facts = ({ facts, className = styles.facts }: { facts: Fact[]; className?: string }) => (
  <dl className={className}>
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** `main` and `side` on the first line, `meta` on the second, `menu` across both. */
export const ListRow = ({ main, side, meta, menu }: { main: ReactNode; side?: ReactNode; meta?: ReactNode; menu?: ReactNode }) => (
  <li className={styles.listRow}>
    <div className={styles.listMain}>{main}</div>
    {side !== undefined && <div className={styles.listSide}>{side}</div>}
    {meta !== undefined && <div className={styles.listMeta}>{meta}</div>}
    {menu !== undefined && <div className={styles.listMenu}>{menu}</div>}
  </li>
)
