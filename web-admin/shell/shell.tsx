import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { BlockedBanner } from '../blocked/blocked-banner.tsx'
import { asOf } from '../domain/api/as-of.ts'
import { isElsewhereAtom } from '../domain/api/tab-network.ts'
import { dashboardQueries } from '../domain/dashboard.ts'
import { LiveUpdates } from '../domain/live/live-updates.tsx'
import { useOversees, usePays } from '../domain/session/may-change.ts'
import { useSandbox, useSession } from '../domain/session/session.ts'
import { FindButton } from '../find/find-button.tsx'
import { pages } from '../pages.tsx'
import { Letterhead } from '../printing/letterhead.tsx'
import { Brand } from '../ui/brand.tsx'
import { button } from '../ui/button.css.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Foot } from '../ui/foot.tsx'
import { PaperHead } from '../ui/page-head.tsx'
import { grow } from '../ui/text.css.ts'
import { activeEntry, entries, payorEntries } from './entries.ts'
import * as styles from './shell.css.ts'
import { sandboxRibbon } from './shell.css.ts'
import { Who } from './who.tsx'

const quietly = (work: Promise<unknown>) => {
  work.catch(() => undefined)
}

/** Loads the code of the page behind a sidebar entry; for the dashboard also today's figures. */
const prefetch = (href: string, client: QueryClient): void => {
  if (href.startsWith('/payors')) quietly(pages.payors())
  else if (href.startsWith('/assessments')) quietly(pages.programs())
  else if (href.startsWith('/settings')) quietly(pages.settings())
  else if (href === '/my-assessments') quietly(pages.myAssessments())
  else if (href === '/my-payments') quietly(pages.myPayments())
  else if (href === '/my-payment-methods') quietly(pages.savedMethods())
  else {
    quietly(pages.dashboard())
    if (asOf() === null) quietly(client.prefetchQuery(dashboardQueries.summary))
  }
}

const Nav = ({ onChoose }: { onChoose?: () => void }) => {
  const [path] = useLocation()
  const shown = usePays() ? payorEntries : entries
  const active = activeEntry(path, useSearch(), shown)
  const client = useQueryClient()
  return (
    <nav aria-label="Main">
      <ul className={styles.nav}>
        {shown.map((entry) => {
          const warm = () => prefetch(entry.href, client)
          return (
            <li key={entry.label}>
              <Link
                href={entry.href}
                className={styles.entry}
                {...(entry === active ? { 'aria-current': 'page' as const } : {})}
                onMouseEnter={warm}
                onFocus={warm}
                {...(onChoose ? { onClick: onChoose } : {})}
              >
                <entry.icon />
                {entry.label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** A new page starts at its top and takes the focus. Back and Forward keep the browser's scroll position. */
const useArrival = (mainId: string) => {
  const [path] = useLocation()
  const last = useRef(path)
  const back = useRef(false)
  useEffect(() => {
    const note = () => {
      back.current = true
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    if (!back.current) window.scrollTo(0, 0)
    back.current = false
    document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [path, mainId])
}

const ABOUT_PAYMENTS = /^\/(settings\/payments|transactions|payors\/bills\/|payouts|stripe\/)/

/** On pages about payments: says that a stand-in replaces Stripe. */
const SandboxRibbon = () => {
  const [path] = useLocation()
  if (!useSandbox() || !ABOUT_PAYMENTS.test(path)) return null
  return (
    <aside className={sandboxRibbon} aria-label="Sandbox">
      Sandbox: no money moves
    </aside>
  )
}

const loadDrawer = () => import('./drawer.tsx')
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }))
const warmDrawer = () => void loadDrawer().catch(() => undefined)
const loadFind = () => import('../find/find-dialog.tsx')
const FindDialog = lazy(async () => ({ default: (await loadFind()).FindDialog }))
const warmFind = () => void loadFind().catch(() => undefined)

const letterhead = <Letterhead />

/** True while the search dialog is open. ⌘K or Ctrl+K opens and closes it, for those who may search. */
const useFinding = (may: boolean) => {
  const [finding, setFinding] = useState(false)
  const [wanted, setWanted] = useState(false)
  if (finding && !wanted) setWanted(true)
  useEffect(() => {
    if (!may) return
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setFinding((now) => !now)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [may])
  return { finding, setFinding, wanted }
}

/** The signed-in layout: sidebar or top bar, the page, the footer. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  const { status } = useSession()
  const oversees = useOversees()
  const { finding, setFinding, wanted } = useFinding(oversees)
  const find = () => setFinding(true)
  const elsewhere = useAtomValue(isElsewhereAtom)
  useArrival('main')
  return (
    <>
      <a className={classes(button(), styles.skip)} href="#main">
        Skip to content
      </a>
      <header className={styles.topbar}>
        <IconButton
          label="Open menu"
          icon={MenuIcon}
          tip={false}
          aria-expanded={open}
          onPointerEnter={warmDrawer}
          onFocus={warmDrawer}
          onClick={show}
        />
        <Brand className={grow} />
        {oversees && <IconButton label="Find anything" icon={Search} tip={false} onPointerEnter={warmFind} onFocus={warmFind} onClick={find} />}
      </header>
      <aside className={styles.sidebar} aria-label="Sidebar">
        <Brand className={styles.brand} />
        {status === 'loading' && <div className={styles.findPlace} />}
        {oversees && <FindButton onClick={find} onWarm={warmFind} />}
        <Nav />
        <Who />
      </aside>
      {opened && (
        <Suspense fallback={null}>
          <Drawer open={open} onOpenChange={setOpen}>
            <Nav onChoose={close} />
            <Who onChoose={close} />
          </Drawer>
        </Suspense>
      )}
      {oversees && wanted && !elsewhere && (
        <Suspense fallback={null}>
          <FindDialog open={finding} onOpenChange={setFinding} />
        </Suspense>
      )}
      <LiveUpdates />
      <div className={styles.page}>
        <SandboxRibbon />
        <main className={styles.main} id="main" tabIndex={-1}>
          <BlockedBanner />
          <PaperHead value={letterhead}>{children}</PaperHead>
        </main>
        <Foot />
      </div>
    </>
  )
}
