import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const skip = style({
  position: 'fixed',
  top: space[2],
  left: space[2],
  zIndex: vars.layer.tooltip,
  transform: 'translateY(-200%)',
  selectors: { '&:focus': { transform: 'none' } },
})
export const topbar = style({
  position: 'sticky',
  top: 0,
  zIndex: vars.layer.sticky,
  display: 'flex',
  alignItems: 'center',
  gap: space[1],
  height: vars.size.topbar,
  padding: `0 ${space[2]}`,
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
  '@media': { [from.large]: { display: 'none' }, [below.tiny]: { gap: 0, padding: 0 }, print: { display: 'none' } },
})
export const page = style({
  display: 'flex',
  flexDirection: 'column',
  minHeight: `calc(100dvh - ${vars.size.topbar})`,
  '@media': { [from.large]: { minHeight: '100dvh', marginLeft: vars.size.sidebar }, print: { minHeight: 0, marginLeft: 0 } },
})
export const sandboxRibbon = style({
  padding: `${space[1]} ${space[4]}`,
  background: color.pendingSoft,
  color: color.pending,
  fontSize: vars.text.sm,
  lineHeight: vars.leading.sm,
  fontWeight: vars.weight.medium,
  textAlign: 'center',
  '@media': { print: { display: 'none' } },
})
export const main = style({
  flex: 1,
  width: '100%',
  maxWidth: `calc(${vars.size.content} + 2 * ${space[10]})`,
  margin: '0 auto',
  padding: `${space[6]} ${space[4]} ${space[10]}`,
  '@media': {
    [from.medium]: { padding: `${space[8]} ${space[8]} ${space[12]}` },
    [from.wide]: { padding: `${space[8]} ${space[10]} ${space[12]}` },
    print: { maxWidth: 'none', padding: 0 },
  },
})

const inner = {
  display: 'flex',
  flexDirection: 'column',
  gap: space[4],
  width: vars.size.sidebar,
  padding: `${space[4]} ${space[3]} ${space[3]}`,
  background: color.canvas,
  overflowY: 'auto',
} as const
export const sidebar = style({
  display: 'none',
  '@media': {
    [from.large]: {
      ...inner,
      position: 'fixed',
      inset: '0 auto 0 0',
      zIndex: vars.layer.sidebar,
      borderRight: `1px solid ${color.line}`,
    },
    // The navigation is not printed.
    print: { display: 'none' },
  },
})
const slide = keyframes({ from: { translate: '-100% 0' } })
const fade = keyframes({ from: { opacity: 0 } })
export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: vars.layer.backdrop,
  background: color.backdrop,
  animation: `${fade} ${vars.duration.base} ${vars.ease.out}`,
})
export const drawer = style({
  ...inner,
  position: 'fixed',
  inset: '0 auto 0 0',
  zIndex: vars.layer.dialog,
  maxWidth: 'calc(100vw - 3.5rem)',
  boxShadow: vars.shadow.dialog,
  animation: `${slide} ${vars.duration.slow} ${vars.ease.out}`,
})
export const drawerHead = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' })
export const brand = style({ padding: `0 ${space[2]}` })

export const nav = style({ display: 'grid', gap: '2px' })
export const entry = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[3],
  minHeight: vars.size.control,
  padding: `0 ${space[2]}`,
  borderRadius: vars.radius.md,
  color: color.textSecondary,
  fontWeight: vars.weight.medium,
  selectors: {
    '&:hover': { background: color.surfaceHover, color: color.text, textDecoration: 'none' },
    '&[aria-current]': { background: color.surfaceSelected, color: color.text },
  },
})
globalStyle(`${entry}[aria-current] svg`, { color: color.accentText })

export const who = style({ marginTop: 'auto', display: 'grid', gap: space[1], paddingTop: space[3], borderTop: `1px solid ${color.line}` })
export const person = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[3],
  width: '100%',
  padding: space[2],
  border: 0,
  borderRadius: vars.radius.md,
  background: 'none',
  textAlign: 'left',
  selectors: { 'button&': { cursor: 'pointer' }, 'button&:hover, button&[data-state="open"]': { background: color.surfaceSelected } },
})
export const initials = style({
  flex: 'none',
  display: 'grid',
  placeContent: 'center',
  width: '2rem',
  height: '2rem',
  borderRadius: vars.radius.full,
  background: color.surfaceSelected,
  color: color.textSecondary,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.strong,
  letterSpacing: '.02em',
})
export const act = style({ justifyContent: 'flex-start', gap: space[3], padding: `0 ${space[2]}` })
globalStyle(`${act} > svg`, { margin: `0 ${space[2]}` })

/** Keeps the place of the search button free until the user's role is known. */
export const findPlace = style({ flex: 'none', height: vars.size.control })

/** The network's name may be wider than a phone's screen. */
export const way = style({
  maxWidth: 'min(100%, 26rem)',
  paddingBlock: space[2],
  whiteSpace: 'normal',
  textWrap: 'balance',
  overflowWrap: 'anywhere',
  '@media': { [below.small]: { width: '100%' } },
})
