import type { Appearance } from '@stripe/stripe-js'
import { color, radius } from '../theme.css.ts'

/** Makes Stripe's form look like the page, including a look that the framing site has set. */
export const appearanceNow = (machine: 'light' | 'dark'): Appearance => {
  const page = getComputedStyle(document.body)
  const drawn = (token: string): string => page.getPropertyValue(token.slice('var('.length, -1)).trim()
  return {
    theme: (document.documentElement.dataset.theme ?? machine) === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: drawn(color.accent),
      colorBackground: drawn(color.surface),
      colorText: drawn(color.text),
      colorTextSecondary: drawn(color.textSecondary),
      colorTextPlaceholder: drawn(color.textMuted),
      colorDanger: drawn(color.overdue),
      borderRadius: drawn(radius.md),
      fontFamily: page.fontFamily,
      fontSizeBase: '16px',
    },
    rules: { '.Input': { borderColor: drawn(color.lineControl) } },
  }
}
