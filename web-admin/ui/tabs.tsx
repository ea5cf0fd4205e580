import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import * as styles from './tabs.css.ts'

type Tab<Value extends string> = { value: Value; label: ReactNode }
type Props<Value extends string> = {
  value: Value
  onValueChange: (value: Value) => void
  label: string
  tabs: Tab<Value>[]
  /** TabPanels. */
  children: ReactNode
}

/** Tabs within a page. */
export const Tabs = <Value extends string>({ value, onValueChange, label, tabs, children }: Props<Value>) => (
  <Radix.Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
    <Radix.List className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {children}
  </Radix.Root>
)

export const TabPanel = ({ value, children }: { value: string; children: ReactNode }) => (
  <Radix.Content value={value} className={styles.panel}>
    {children}
  </Radix.Content>
)

type TabLink = { href: string; label: ReactNode; current: boolean }

/** Tabs that link to pages. */
export const TabLinks = ({ label, tabs }: { label: string; tabs: TabLink[] }) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map((tab) => (
      <Link key={tab.href} href={tab.href} className={styles.tab} {...(tab.current ? { 'aria-current': 'page' as const } : {})}>
        {tab.label}
      </Link>
    ))}
  </nav>
)
