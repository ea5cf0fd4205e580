import { useAtom } from 'jotai'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import type { Language } from '../../modules/kernel/language.ts'
import * as styles from './foot.css.ts'
import { type FootWords, footWords } from './foot-words.ts'
import { type Theme, themeAtom } from './theme.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

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
