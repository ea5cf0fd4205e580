import { Menu as MenuIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { Brand } from '../ui/brand.tsx'
import { button } from '../ui/button.css.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { grow } from '../ui/text.css.ts'
import { Foot } from './foot.tsx'
import { Nav } from './nav.tsx'
import * as styles from './shell.css.ts'
import { useArrival } from './use-arrival.ts'
import { Who } from './who.tsx'

const loadDrawer = () => import('./drawer.tsx')
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }))
const warmDrawer = () => void loadDrawer().catch(() => undefined)

/** The signed-in layout: sidebar or top bar, the page, the footer. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
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
      </header>
      <aside className={styles.sidebar} aria-label="Sidebar">
        <Brand className={styles.brand} />
        <Nav />
        <Who />
      </aside>
      {opened && (
        <Suspense fallback={null}>
          <Drawer open={open} onOpenChange={setOpen}>
            <Nav onChoose={close} />
            <Who />
          </Drawer>
        </Suspense>
      )}
      <div className={styles.page}>
        <main className={styles.main} id="main" tabIndex={-1}>
          {children}
        </main>
        <Foot />
      </div>
    </>
  )
}
