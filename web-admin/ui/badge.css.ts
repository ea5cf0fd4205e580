import { globalStyle, style } from '@vanilla-extract/css'
import { recipe } from '@vanilla-extract/recipes'
import { layered } from './layered.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars
/**
 * A tinted badge at the start of a line has a negative margin, so that its icon is in line with the icons of untinted
 * badges below.
 */
const tinted = { padding: `0 ${space[2]} 0 ${space[1]}`, selectors: { '&:first-child': { marginLeft: `calc(-1 * ${space[1]})` } } }

export const badge = recipe({
  base: layered({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space[1],
    minHeight: '1.5rem',
    borderRadius: vars.radius.full,
    whiteSpace: 'nowrap',
    fontSize: vars.text.sm,
    lineHeight: vars.leading.xs,
    fontWeight: vars.weight.medium,
    color: color.textSecondary,
    vars: { '--tone': color.textMuted },
  }),
  variants: {
    tone: {
      neutral: {},
      paid: layered({ vars: { '--tone': color.paid } }),
      archived: layered({ color: color.archived, vars: { '--tone': color.archived } }),
      pending: layered({ ...tinted, background: color.pendingSoft, color: color.pending, vars: { '--tone': color.pending } }),
      overdue: layered({ ...tinted, background: color.overdueSoft, color: color.overdue, vars: { '--tone': color.overdue } }),
    },
  },
})
globalStyle(`${badge.classNames.base} > svg`, { '@layer': { [primitivesLayer]: { color: 'var(--tone)' } } })

export const tag = style(
  layered({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space[1],
    minHeight: '1.5rem',
    padding: `0 ${space[2]}`,
    borderRadius: vars.radius.full,
    background: color.paidSoft,
    color: color.paid,
    fontSize: vars.text.sm,
    fontWeight: vars.weight.medium,
    whiteSpace: 'nowrap',
  }),
)
