import { useAtom } from 'jotai'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import * as styles from './foot.css.ts'
import { type Theme, themeAtom } from './theme.ts'

const themes: [theme: Theme, label: string, icon: LucideIcon][] = [
  ['system', 'System', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
]

const ThemeSwitch = () => {
  const [current, choose] = useAtom(themeAtom)
  return (
    <fieldset className={styles.theme}>
      <legend>
        <VisuallyHidden>Appearance</VisuallyHidden>
      </legend>
      {themes.map(([theme, label, Icon]) => (
        <label key={theme} className={styles.choice} title={label}>
          <Icon />
          <input className={styles.radio} type="radio" name="theme" aria-label={label} checked={current === theme} onChange={() => choose(theme)} />
        </label>
      ))}
    </fieldset>
  )
}

export const Foot = () => (
  <footer className={styles.foot}>
    <span>© 2025 Vestry · The Operating System for your ministry</span>
    <ThemeSwitch />
  </footer>
)
