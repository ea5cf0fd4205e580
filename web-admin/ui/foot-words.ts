import type { Language } from '../../modules/kernel/language.ts'

const en = {
  vestry: '© 2025 Vestry · The Operating System for your ministry',
  appearance: 'Appearance',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}
export type FootWords = typeof en

export const footWords: Record<Language, FootWords> = {
  en,
  es: {
    vestry: '© 2025 Vestry · El sistema operativo de su ministerio',
    appearance: 'Apariencia',
    system: 'Sistema',
    light: 'Claro',
    dark: 'Oscuro',
  },
}
