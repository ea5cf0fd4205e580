import { globalStyle, style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { primitivesLayer, vars } from './theme.css.ts'

export const brand = style(
  layered({
    display: 'flex',
    alignItems: 'center',
    gap: vars.space[2],
    minHeight: vars.size.control,
    fontSize: vars.text.md,
    fontWeight: vars.weight.strong,
    letterSpacing: vars.tracking.tight,
    color: vars.color.text,
    selectors: { '&:hover': { textDecoration: 'none' } },
  }),
)
export const mark = style(
  layered({
    display: 'grid',
    placeContent: 'center',
    width: '1.75rem',
    height: '1.75rem',
    borderRadius: vars.radius.md,
    background: vars.color.accent,
    color: vars.color.onAccent,
  }),
)
globalStyle(`${mark} svg`, { '@layer': { [primitivesLayer]: { width: '1.25rem', height: '1.25rem' } } })
