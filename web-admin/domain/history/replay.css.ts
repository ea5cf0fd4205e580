import { globalStyle, style } from '@vanilla-extract/css'
import { below, from } from '../../ui/media.ts'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const replay = style({
  display: 'grid',
  gridTemplate: '"text text" auto "slide slide" auto "now step" auto / minmax(0, 1fr) auto',
  gap: `${space[1]} ${space[3]}`,
  alignItems: 'center',
  marginBottom: space[8],
  padding: `${space[3]} ${space[4]}`,
  borderRadius: vars.radius.xl,
  background: color.surfaceSunken,
  boxShadow: `inset 0 0 0 1px ${color.line}`,
  '@media': {
    [from.medium]: { gridTemplate: '"text now step" auto "slide slide slide" auto / 1fr auto auto' },
    [below.tiny]: { gridTemplate: '"text" auto "slide" auto "now" auto "step" auto / minmax(0, 1fr)' },
  },
})
export const text = style({ gridArea: 'text' })
export const slide = style({ gridArea: 'slide' })
export const now = style({ gridArea: 'now', justifySelf: 'start' })
export const step = style({ gridArea: 'step', display: 'flex' })

export const slider = style({
  appearance: 'none',
  display: 'block',
  width: '100%',
  height: '2.75rem',
  margin: 0,
  background: 'none',
  cursor: 'pointer',
})
const track = {
  height: '4px',
  borderRadius: vars.radius.full,
  background: `linear-gradient(to right, ${color.accent} var(--at), ${color.lineStrong} var(--at))`,
}
const thumb = {
  appearance: 'none',
  width: '1.25rem',
  height: '1.25rem',
  border: `2px solid ${color.surfaceRaised}`,
  borderRadius: vars.radius.full,
  background: color.accent,
  boxShadow: vars.shadow.menu,
} as const
const ring = { outline: `${vars.ring.width} solid ${color.focus}`, outlineOffset: vars.ring.offset }
globalStyle(`${slider}::-webkit-slider-runnable-track`, track)
globalStyle(`${slider}::-moz-range-track`, track)
globalStyle(`${slider}::-webkit-slider-thumb`, { ...thumb, marginTop: '-8px' })
globalStyle(`${slider}::-moz-range-thumb`, { ...thumb, boxSizing: 'border-box' })
globalStyle(`${slider}:focus-visible`, { outline: 'none' })
globalStyle(`${slider}:focus-visible::-webkit-slider-thumb`, ring)
globalStyle(`${slider}:focus-visible::-moz-range-thumb`, ring)

/** One mark for each event, below the middle of the slider's thumb. */
export const ticks = style({ display: 'flex', justifyContent: 'space-between', padding: '0 .5rem', marginTop: '-.5rem' })
export const tick = style({ width: '4px', height: '4px', borderRadius: vars.radius.full, background: color.lineStrong })
export const done = style({ background: color.accent })
