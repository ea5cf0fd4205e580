import { style } from '@vanilla-extract/css'
import { paperOnly } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

export const letterhead = style({
  justifyContent: 'space-between',
  gap: vars.space[4],
  marginBottom: vars.space[4],
  color: vars.color.textMuted,
  fontSize: vars.text.sm,
  ...paperOnly('flex'),
})
export const network = style({ minWidth: 0, color: vars.color.text, fontWeight: vars.weight.strong })
