import { keyframes, style } from '@vanilla-extract/css'
import { recipe } from '@vanilla-extract/recipes'
import { layered } from './layered.ts'
import { below, offPaper, still, touch } from './media.ts'
import { vars } from './theme.css.ts'

const { color } = vars
const off = '&:disabled, &[aria-disabled="true"]'

export const button = recipe({
  base: layered({
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: vars.space[2],
    minWidth: vars.size.control,
    minHeight: vars.size.control,
    padding: `0 ${vars.space[3]}`,
    border: '1px solid transparent',
    borderRadius: vars.radius.md,
    fontWeight: vars.weight.medium,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    textDecoration: 'none',
    transition: `background ${vars.duration.fast} ${vars.ease.out}`,
    '@media': { [below.tiny]: { whiteSpace: 'normal', overflowWrap: 'break-word' }, ...offPaper },
    selectors: {
      '&:hover': { textDecoration: 'none' },
      [off]: { background: color.surfaceSunken, borderColor: color.line, color: color.textDisabled, boxShadow: 'none', cursor: 'not-allowed' },
    },
  }),
  variants: {
    variant: {
      default: layered({
        borderColor: color.lineStrong,
        background: color.surfaceRaised,
        color: color.text,
        boxShadow: vars.shadow.raised,
        selectors: {
          '&:hover:not(:disabled, [aria-disabled="true"])': { background: color.surfaceHover },
          '&:active:not(:disabled, [aria-disabled="true"])': { background: color.surfaceSelected },
        },
      }),
      primary: layered({
        background: color.accent,
        color: color.onAccent,
        boxShadow: vars.shadow.raised,
        selectors: {
          '&:hover:not(:disabled, [aria-disabled="true"])': { background: color.accentHover },
          '&:active:not(:disabled, [aria-disabled="true"])': { background: color.accentActive },
        },
      }),
      danger: layered({
        background: color.danger,
        color: color.onDanger,
        boxShadow: vars.shadow.raised,
        selectors: { '&:hover:not(:disabled, [aria-disabled="true"])': { background: color.dangerHover } },
      }),
      ghost: layered({
        background: 'none',
        color: color.textSecondary,
        selectors: {
          '&:hover:not(:disabled, [aria-disabled="true"])': { background: color.surfaceHover, color: color.text },
          [off]: { background: 'none', borderColor: 'transparent' },
        },
      }),
    },
    size: {
      normal: {},
      large: layered({ minHeight: '3rem', fontSize: vars.text.md, borderRadius: vars.radius.lg }),
      icon: layered({ flex: 'none', width: vars.size.controlSmall, minWidth: vars.size.controlSmall, minHeight: vars.size.controlSmall, padding: 0 }),
    },
    wide: { true: layered({ width: '100%' }), false: {} },
  },
  defaultVariants: { variant: 'default', size: 'normal', wide: false },
})

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })
export const spin = style(layered({ animation: `${turn} .8s linear infinite`, '@media': { [still]: { animation: 'none' } } }))

/** A button that looks like a link in text. */
export const plain = style(
  layered({
    padding: 0,
    border: 0,
    minHeight: '2rem',
    background: 'none',
    color: color.accentText,
    cursor: 'pointer',
    borderRadius: vars.radius.sm,
    '@media': { [touch]: { minHeight: '2.75rem', marginBlock: '-0.375rem' } },
    selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
  }),
)
