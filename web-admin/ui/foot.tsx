import { atom, useAtom } from 'jotai'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Language } from '../../modules/kernel/language.ts'
import * as styles from './foot.css.ts'
import { type FootWords, footWords } from './foot-words.ts'
import * as text from './text.css.ts'

type Theme = 'system' | 'light' | 'dark'
const KEY = 'vestry-theme'

const stored = (): Theme => {
  try {
    const theme = localStorage.getItem(KEY)
    return theme === 'light' || theme === 'dark' ? theme : 'system'
  } catch {
    return 'system'
  }
}

const chosen = atom<Theme>(stored())

/**
 * Sets the theme on the root element at once. On the next load, public/theme.js reads the stored theme before the first
 * paint.
 */
const themeAtom = atom(
  (read) => read(chosen),
  (_, set, theme: Theme) => {
    set(chosen, theme)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    try {
      if (theme === 'system') localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, theme)
    } catch {
      // Without storage, the choice lasts only until the page closes.
    }
  },
)

const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className={text.hidden}>{children}</span>

const themes: [theme: Theme, icon: LucideIcon][] = [
  ['system', Monitor],
  ['light', Sun],
  ['dark', Moon],
]

const ThemeSwitch = ({ words }: { words: FootWords }) => {
  const [current, choose] = useAtom(themeAtom)
  return (
    <fieldset className={styles.theme}>
      <legend>
        <VisuallyHidden>{words.appearance}</VisuallyHidden>
      </legend>
      {themes.map(([theme, Icon]) => (
        <label key={theme} className={styles.choice} title={words[theme]}>
          <Icon />
          <input
            className={styles.radio}
            type="radio"
            name="theme"
            aria-label={words[theme]}
            checked={current === theme}
            onChange={() => choose(theme)}
          />
        </label>
      ))}
    </fieldset>
  )
}

export const Foot = ({ language = 'en' }: { language?: Language }) => (
  <footer className={styles.foot}>
    <span>{footWords[language].vestry}</span>
    <ThemeSwitch words={footWords[language]} />
  </footer>
)
