import { globalStyle, style } from '@vanilla-extract/css'
import { below } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const chart = style({
  position: 'relative',
  flex: 1,
  minHeight: '16.75rem',
  borderRadius: vars.radius.sm,
  cursor: 'default',
  touchAction: 'pan-y',
  selectors: { '&:focus-visible': { outlineOffset: space[1] } },
})
/** Fills the column's height without adding to it. */
export const canvas = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  overflow: 'visible',
  fontVariantNumeric: 'tabular-nums',
  // Drawn for the screen, then scaled to the width of the paper.
  '@media': { print: { position: 'static', display: 'block', height: 'auto', maxHeight: '26rem' } },
})
globalStyle(`${canvas} text`, { fill: color.textMuted, fontSize: vars.text.xs, fontFamily: vars.font.admin, letterSpacing: vars.tracking.snug })
export const grid = style({ stroke: color.chartGrid, shapeRendering: 'crispEdges' })
export const base = style({ stroke: color.lineStrong, shapeRendering: 'crispEdges' })
export const bar = style({ fill: color.chartBar, forcedColorAdjust: 'none' })
export const band = style({ fill: color.chartBand })
export const odd = style({ '@media': { [below.narrow]: { visibility: 'hidden' } } })
export const tip = style({
  position: 'absolute',
  zIndex: 1,
  padding: `${space[2]} ${space[3]}`,
  borderRadius: vars.radius.md,
  background: color.inverse,
  color: color.onInverse,
  fontSize: vars.text.xs,
  lineHeight: vars.leading.xs,
  textAlign: 'center',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  pointerEvents: 'none',
})
export const tipValue = style({ display: 'block', fontSize: vars.text.sm, lineHeight: vars.leading.sm, fontWeight: vars.weight.strong })
