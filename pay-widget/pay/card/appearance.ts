import type { Appearance } from '@stripe/stripe-js'
import * as tokens from '../../../modules/kernel/design-tokens.ts'

const drawn = (scheme: 'light' | 'dark'): Appearance => {
  const color = tokens.colors[scheme]
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: color.accent,
      colorBackground: color.surface,
      colorText: color.text,
      colorTextSecondary: color.textSecondary,
      colorTextPlaceholder: color.textMuted,
      colorDanger: color.overdue,
      borderRadius: tokens.radius.md,
      fontFamily: tokens.fonts.pay,
      fontSizeBase: '16px',
    },
    rules: { '.Input': { borderColor: color.lineControl } },
  }
}

/** How Stripe's form is drawn, as the page around it is. */
export const appearances = { light: drawn('light'), dark: drawn('dark') }
