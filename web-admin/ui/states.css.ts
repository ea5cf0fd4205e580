import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { still } from './media.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars

export const empty = style(
  layered({ display: 'grid', justifyItems: 'center', gap: space[2], padding: `${space[12]} ${space[4]}`, textAlign: 'center' }),
)
globalStyle(`${empty} > svg`, {
  '@layer': { [primitivesLayer]: { width: '1.5rem', height: '1.5rem', marginBottom: space[1], color: color.textMuted } },
})
globalStyle(`${empty} > p`, { '@layer': { [primitivesLayer]: { maxWidth: '26rem', color: color.textSecondary } } })
export const stateTitle = style(layered({ fontSize: vars.text.base, lineHeight: vars.leading.base, letterSpacing: vars.tracking.snug }))
export const emptyAction = style(layered({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space[2], marginTop: space[3] }))

const shine = keyframes({ to: { backgroundPosition: '0 0' } })
export const bone = style(
  layered({
    display: 'block',
    height: '.75rem',
    maxWidth: '100%',
    borderRadius: vars.radius.sm,
    background: `linear-gradient(90deg, ${color.skeleton} 40%, ${color.skeletonShine} 50%, ${color.skeleton} 60%) 100% 0/300% 100%`,
    animation: `${shine} 1.6s ${vars.ease.inOut} infinite`,
    '@media': { [still]: { animation: 'none' } },
  }),
)
const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } })
/** Avoids flashing: content that loads within 150 ms shows no skeleton. */
export const loading = style(layered({ animation: `${appear} 1ms 150ms both` }))
export const loadingText = style(
  layered({ display: 'flex', alignItems: 'center', minHeight: '2rem', marginBottom: space[3], color: color.textMuted, fontSize: vars.text.sm }),
)
export const boneRow = style(
  layered({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space[4],
    minHeight: vars.size.row,
    borderBottom: `1px solid ${color.line}`,
  }),
)
export const boneLines = style(layered({ display: 'grid', gap: space[2] }))

export const progressHead = style(layered({ display: 'flex', justifyContent: 'space-between', gap: space[3] }))
export const progress = style(
  layered({
    appearance: 'none',
    display: 'block',
    width: '100%',
    height: '4px',
    marginTop: space[2],
    border: 0,
    borderRadius: vars.radius.full,
    background: color.line,
    overflow: 'hidden',
    selectors: {
      '&::-webkit-progress-bar': { background: color.line },
      '&::-webkit-progress-value': {
        background: color.accent,
        borderRadius: vars.radius.full,
        transition: `width ${vars.duration.slow} ${vars.ease.out}`,
      },
      '&::-moz-progress-bar': { background: color.accent },
    },
  }),
)
