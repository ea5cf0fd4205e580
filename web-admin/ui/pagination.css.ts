import { style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { from, offPaper, paperOnly } from './media.ts'
import { vars } from './theme.css.ts'

const { color, space } = vars

/** Printed above a list instead of the pagination. */
export const onPaper = style(
  layered({ marginBottom: space[3], color: color.textSecondary, fontSize: vars.text.sm, lineHeight: vars.leading.sm, ...paperOnly('block') }),
)
export const pages = style(
  layered({
    display: 'grid',
    gridTemplate: '"list list list" auto "prev count next" auto / auto 1fr auto',
    alignItems: 'center',
    gap: `${space[2]} ${space[1]}`,
    marginTop: space[4],
    '@media': { [from.small]: { gridTemplate: '"count prev list next" auto / 1fr auto auto auto' }, ...offPaper },
  }),
)
export const count = style(
  layered({
    gridArea: 'count',
    color: color.textMuted,
    fontSize: vars.text.sm,
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
    '@media': { [from.small]: { textAlign: 'left' } },
  }),
)
/** The count beneath a list with a single page. */
export const alone = style(layered({ marginTop: space[4], color: color.textMuted, fontSize: vars.text.sm, '@media': offPaper }))
export const prev = style(layered({ gridArea: 'prev' }))
export const next = style(layered({ gridArea: 'next' }))
export const list = style(layered({ gridArea: 'list', display: 'flex', justifyContent: 'center' }))
export const page = style(
  layered({
    display: 'grid',
    placeContent: 'center',
    minWidth: vars.size.control,
    minHeight: vars.size.control,
    padding: `0 ${space[1]}`,
    border: 0,
    borderRadius: vars.radius.md,
    background: 'none',
    color: color.textSecondary,
    fontWeight: vars.weight.medium,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    selectors: {
      '&:hover': { background: color.surfaceHover },
      '&[aria-current]': { background: color.surfaceSelected, color: color.text },
    },
  }),
)
export const gap = style(
  layered({ display: 'grid', placeContent: 'center', minWidth: space[6], minHeight: vars.size.control, color: color.textMuted }),
)
