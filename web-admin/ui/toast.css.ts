import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { from } from './media.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars
const rise = keyframes({ from: { opacity: 0, translate: '0 4px' } })

export const viewport = style(
  layered({
    position: 'fixed',
    zIndex: vars.layer.toast,
    bottom: `calc(${space[4]} + env(safe-area-inset-bottom))`,
    left: space[4],
    right: space[4],
    display: 'grid',
    justifyItems: 'center',
    pointerEvents: 'none',
    '@media': { [from.large]: { left: `calc(${vars.size.sidebar} + ${space[8]})`, bottom: space[6], justifyItems: 'start' } },
  }),
)
export const toast = style(
  layered({
    display: 'flex',
    alignItems: 'center',
    gap: space[3],
    width: '100%',
    maxWidth: '26rem',
    minHeight: '3rem',
    padding: `${space[1]} ${space[1]} ${space[1]} ${space[4]}`,
    borderRadius: vars.radius.lg,
    background: color.inverse,
    color: color.onInverse,
    boxShadow: vars.shadow.menu,
    pointerEvents: 'auto',
    animation: `${rise} ${vars.duration.base} ${vars.ease.out}`,
  }),
)
globalStyle(`${toast} button`, { color: color.inverseAccent })
globalStyle(`${toast} button[aria-label]`, { color: color.onInverse })
globalStyle(`${toast} button:hover`, { background: 'none' })
globalStyle(`${toast} :focus-visible`, { '@layer': { [primitivesLayer]: { outlineColor: color.inverseAccent } } })

/** The place for toasts in a dialog: above the dialog's buttons, as wide as its content. */
export const slot = style(layered({ flex: 'none', padding: `0 ${space[5]}`, '@media': { [from.small]: { padding: `0 ${space[6]}` } } }))
globalStyle(`${slot} > *`, { '@layer': { [primitivesLayer]: { maxWidth: 'none', marginBottom: space[3], boxShadow: 'none' } } })
