import { atom } from 'jotai'

export type Theme = 'system' | 'light' | 'dark'
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

/** Written to the root element at once; public/theme.js reads it before the next first paint. */
export const themeAtom = atom(
  (read) => read(chosen),
  (_, set, theme: Theme) => {
    set(chosen, theme)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    try {
      if (theme === 'system') localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, theme)
    } catch {
      // A browser that stores nothing keeps the choice until the page closes.
    }
  },
)
