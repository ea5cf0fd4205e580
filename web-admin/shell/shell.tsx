import { useAtomValue } from 'jotai'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { isElsewhereAtom } from '../domain/api/tab-network.ts'
import { LiveUpdates } from '../domain/live/live-updates.tsx'
import { useOversees } from '../domain/session/may-change.ts'
import { useSession } from '../domain/session/session.ts'
import { FindButton } from '../find/find-button.tsx'
import { Letterhead } from '../printing/letterhead.tsx'
import { StandingBanner } from '../standing/standing-banner.tsx'
import { Brand } from '../ui/brand.tsx'
import { button } from '../ui/button.css.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Foot } from '../ui/foot.tsx'
import { PaperHead } from '../ui/page-head.tsx'
import { grow } from '../ui/text.css.ts'
import { Nav } from './nav.tsx'
import { SandboxRibbon } from './sandbox-ribbon.tsx'
import * as styles from './shell.css.ts'
import { useArrival } from './use-arrival.ts'
import { Who } from './who.tsx'

const loadDrawer = () => import('./drawer.tsx')
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }))
const warmDrawer = () => void loadDrawer().catch(() => undefined)
const loadFind = () => import('../find/find-dialog.tsx')
const FindDialog = lazy(async () => ({ default: (await loadFind()).FindDialog }))
const warmFind = () => void loadFind().catch(() => undefined)

const letterhead = <Letterhead />

/** The dialog's state; ⌘K or Ctrl+K opens and closes it anywhere, for those who may see what there is to find. */
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
          <StandingBanner />
          <PaperHead value={letterhead}>{children}</PaperHead>
        </main>
        <Foot />
      </div>
    </>
  )
}
