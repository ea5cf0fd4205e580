import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { recipe } from '@vanilla-extract/recipes'
import { layered } from './layered.ts'
import { below, from, touch } from './media.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars
const fade = keyframes({ from: { opacity: 0 } })
const fadeOut = keyframes({ to: { opacity: 0 } })
const rise = keyframes({ from: { opacity: 0, translate: '0 4px' } })
const sheetIn = keyframes({ from: { translate: '0 100%' } })
const sheetOut = keyframes({ to: { translate: '0 100%' } })

const shown = '&[data-state="open"], &[data-state="delayed-open"], &[data-state="instant-open"]'

export const backdrop = style(
  layered({
    position: 'fixed',
    inset: 0,
    zIndex: vars.layer.backdrop,
    display: 'grid',
    alignItems: 'end',
    justifyItems: 'center',
    overflow: 'hidden',
    background: color.backdrop,
    selectors: {
      '&[data-state="open"]': { animation: `${fade} ${vars.duration.base} ${vars.ease.out}` },
      '&[data-state="closed"]': { animation: `${fadeOut} ${vars.duration.base} ${vars.ease.out} forwards` },
    },
    '@media': { [from.small]: { alignItems: 'center', padding: space[6] } },
  }),
)

export const dialog = recipe({
  base: layered({
    zIndex: vars.layer.dialog,
    width: '100%',
    maxHeight: `calc(100dvh - ${space[6]})`,
    display: 'flex',
    flexDirection: 'column',
    background: color.surfaceRaised,
    borderRadius: `${vars.radius.xl} ${vars.radius.xl} 0 0`,
    boxShadow: vars.shadow.dialog,
    selectors: {
      '&[data-state="open"]': { animation: `${sheetIn} ${vars.duration.slow} ${vars.ease.out}` },
      '&[data-state="closed"]': { animation: `${sheetOut} ${vars.duration.base} ${vars.ease.out} forwards` },
    },
    '@media': {
      [from.small]: {
        maxWidth: vars.size.dialog,
        maxHeight: `calc(100dvh - 2 * ${space[12]})`,
        borderRadius: vars.radius.xl,
        selectors: {
          '&[data-state="open"]': { animation: `${rise} ${vars.duration.base} ${vars.ease.out}` },
          '&[data-state="closed"]': { animation: `${fadeOut} ${vars.duration.base} ${vars.ease.out} forwards` },
        },
      },
    },
  }),
  variants: { size: { normal: {}, confirm: layered({ '@media': { [from.small]: { maxWidth: '26rem' } } }) } },
})

export const dialogHead = style(
  layered({
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: space[4],
    padding: `${space[5]} ${space[4]} ${space[3]} ${space[5]}`,
    '@media': { [from.small]: { padding: `${space[6]} ${space[5]} ${space[3]} ${space[6]}` } },
  }),
)
export const dialogTitle = style(layered({ fontSize: vars.text.lg, lineHeight: vars.leading.lg }))
export const dialogSubject = style(layered({ marginTop: space[1], color: color.textSecondary }))
export const dialogClose = style(layered({ margin: `calc(-1 * ${space[1]}) 0` }))
export const dialogBody = style(
  layered({
    flex: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: `${space[1]} ${space[5]} ${space[5]}`,
    '@media': { [from.small]: { padding: `${space[1]} ${space[6]} ${space[6]}` } },
  }),
)
export const dialogFoot = recipe({
  base: layered({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: space[2],
    padding: `${space[3]} ${space[5]} ${space[4]}`,
    borderTop: `1px solid ${color.line}`,
    '@media': { [from.small]: { padding: `${space[3]} ${space[6]} ${space[4]}` } },
  }),
  variants: { plain: { true: layered({ borderTopColor: 'transparent' }), false: {} } },
})
globalStyle(`${dialogFoot.classNames.base} > button`, { '@layer': { [primitivesLayer]: { '@media': { [below.small]: { flex: '1 1 auto' } } } } })

export const menu = style(
  layered({
    zIndex: vars.layer.menu,
    width: '15rem',
    maxWidth: 'calc(100vw - 1rem)',
    maxHeight: 'var(--radix-dropdown-menu-content-available-height)',
    overflowY: 'auto',
    padding: space[1],
    borderRadius: vars.radius.lg,
    background: color.surfaceRaised,
    boxShadow: vars.shadow.menu,
    selectors: { [shown]: { animation: `${rise} ${vars.duration.base} ${vars.ease.out}` } },
  }),
)
export const menuItem = style(
  layered({
    display: 'flex',
    alignItems: 'center',
    gap: space[3],
    width: '100%',
    minHeight: vars.size.control,
    padding: `${space[1]} ${space[2]}`,
    borderRadius: vars.radius.sm,
    color: color.text,
    cursor: 'pointer',
    textDecoration: 'none',
    selectors: {
      '&[data-highlighted]': { background: color.surfaceSelected, outline: 'none', textDecoration: 'none' },
      '&[data-disabled], &[aria-disabled="true"]': { color: color.textDisabled, cursor: 'not-allowed' },
    },
  }),
)
globalStyle(`${menuItem} > svg`, { '@layer': { [primitivesLayer]: { color: color.textMuted } } })
globalStyle(`${menuItem} > kbd`, { '@layer': { [primitivesLayer]: { marginLeft: 'auto', '@media': { [touch]: { display: 'none' } } } } })
export const menuReason = style(layered({ display: 'block', color: color.textMuted, fontSize: vars.text.xs, lineHeight: vars.leading.xs }))
export const menuLine = style(layered({ height: '1px', margin: `${space[1]} calc(-1 * ${space[1]})`, background: color.line }))
export const menuLabel = style(
  layered({ padding: `${space[2]} ${space[2]} ${space[1]}`, color: color.textMuted, fontSize: vars.text.xs, lineHeight: vars.leading.xs }),
)

export const tooltip = recipe({
  base: layered({
    zIndex: vars.layer.tooltip,
    maxWidth: 'min(20.5rem, calc(100vw - 1rem))',
    borderRadius: vars.radius.lg,
    fontSize: vars.text.sm,
    lineHeight: vars.leading.sm,
    selectors: { [shown]: { animation: `${rise} ${vars.duration.base} ${vars.ease.out}` } },
  }),
  variants: {
    kind: {
      word: layered({ padding: `${space[1]} ${space[2]}`, background: color.inverse, color: color.onInverse }),
      rich: layered({
        width: '20.5rem',
        padding: `${space[2]} ${space[4]}`,
        background: color.surfaceRaised,
        color: color.text,
        boxShadow: vars.shadow.menu,
      }),
    },
  },
})
