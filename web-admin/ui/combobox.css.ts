import { style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { vars } from './theme.css.ts'

const { color, space } = vars

/** The distance from the top of the field (its label) to the bottom of its box. */
const boxFoot = `calc(${vars.leading.base} + ${space[1]} + ${vars.size.control})`

export const anchor = style(layered({ position: 'relative' }))
export const arrow = style(
  layered({
    position: 'absolute',
    top: `calc(${vars.leading.base} + ${space[1]} + (${vars.size.control} - 1rem) / 2)`,
    right: space[3],
    display: 'flex',
    color: color.textSecondary,
    pointerEvents: 'none',
  }),
)
export const list = style(
  layered({
    position: 'absolute',
    zIndex: vars.layer.menu,
    top: `calc(${boxFoot} + ${space[1]})`,
    insetInline: 0,
    maxHeight: '16rem',
    overflowY: 'auto',
    padding: space[1],
    borderRadius: vars.radius.lg,
    background: color.surfaceRaised,
    boxShadow: vars.shadow.menu,
  }),
)
export const option = style(
  layered({
    display: 'flex',
    alignItems: 'center',
    minHeight: vars.size.control,
    padding: `${space[1]} ${space[2]}`,
    borderRadius: vars.radius.sm,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    selectors: {
      '&:hover': { background: color.surfaceHover },
      '&[data-active="true"]': { background: color.surfaceSelected },
      '&[aria-selected="true"]': { fontWeight: vars.weight.medium },
    },
    '@media': { '(forced-colors: active)': { selectors: { '&[data-active="true"]': { outline: '2px solid Highlight', outlineOffset: '-2px' } } } },
  }),
)
export const none = style(layered({ padding: space[2], color: color.textMuted }))
