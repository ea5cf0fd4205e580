import { globalStyle, style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { darkScreen, touch } from './media.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars
const darkArrow = "stroke='%23bbb5ac'"
const arrow = (stroke: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' ${stroke} stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m6 9 6 6 6-6'/%3E%3C/svg%3E")`

export const field = style(layered({ display: 'grid', gap: space[1], alignContent: 'start' }))
export const label = style(layered({ fontWeight: vars.weight.medium }))

export const input = style(
  layered({
    width: '100%',
    minHeight: vars.size.control,
    padding: `0 ${space[3]}`,
    border: `1px solid ${color.lineControl}`,
    borderRadius: vars.radius.md,
    background: color.surface,
    selectors: {
      '&::placeholder': { color: color.textMuted, opacity: 1 },
      '&:hover': { borderColor: color.textMuted },
      '&[aria-invalid="true"]': { borderColor: color.overdue, boxShadow: `inset 0 0 0 1px ${color.overdue}` },
      '&:focus-visible': { outlineOffset: 0, borderColor: color.focus },
      '&:disabled': { background: color.surfaceSunken, borderColor: color.lineStrong, color: color.textDisabled },
      'select&': {
        appearance: 'none',
        paddingRight: space[8],
        backgroundImage: arrow("stroke='%2357524b'"),
        backgroundRepeat: 'no-repeat',
        backgroundPosition: `right ${space[3]} center`,
        backgroundSize: '1rem',
      },
      'textarea&': { padding: `${space[2]} ${space[3]}`, minHeight: '5.5rem', resize: 'vertical' },
      ':root[data-theme="dark"] select&': { backgroundImage: arrow(darkArrow) },
    },
    '@media': {
      [touch]: { fontSize: vars.text.md },
      [darkScreen]: { selectors: { ':root:not([data-theme="light"]) select&': { backgroundImage: arrow(darkArrow) } } },
    },
  }),
)
// Hides the arrows of number fields: steps of a cent are useless, and the arrows cover the last digits.
const sum = `${input}[step="0.01"]`
globalStyle(sum, { '@layer': { [primitivesLayer]: { appearance: 'textfield' } } })
globalStyle(`${sum}::-webkit-inner-spin-button`, { '@layer': { [primitivesLayer]: { appearance: 'none', margin: 0 } } })
export const hint = style(layered({ color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm }))
export const problem = style(layered({ display: 'flex', gap: space[2], color: color.overdue, fontSize: vars.text.sm, lineHeight: vars.leading.sm }))
globalStyle(`${problem} > svg`, { '@layer': { [primitivesLayer]: { marginTop: '2px' } } })

/** An input with a $ or a search icon on the left. */
export const adorned = style(layered({ position: 'relative' }))
export const adornment = style(
  layered({
    position: 'absolute',
    left: space[3],
    top: '50%',
    display: 'flex',
    transform: 'translateY(-50%)',
    color: color.textMuted,
    pointerEvents: 'none',
    '@media': { [touch]: { fontSize: vars.text.md } },
  }),
)
globalStyle(`${adorned} > ${input}`, { '@layer': { [primitivesLayer]: { paddingLeft: space[8] } } })

export const check = style(
  layered({ display: 'flex', alignItems: 'center', gap: space[3], minHeight: vars.size.control, cursor: 'pointer', fontWeight: vars.weight.medium }),
)
/** Aligned with the checkbox's label. */
export const checkNote = style(layered({ paddingLeft: space[8] }))
export const box = style(
  layered({
    appearance: 'none',
    flex: 'none',
    width: '1.25rem',
    height: '1.25rem',
    display: 'grid',
    placeContent: 'center',
    border: `1px solid ${color.lineControl}`,
    borderRadius: vars.radius.sm,
    background: color.surface,
    selectors: {
      '&[type="radio"]': { borderRadius: vars.radius.full },
      '&:checked': { background: color.accent, borderColor: color.accent },
      '&[type="checkbox"]:checked::after': {
        content: '',
        width: '.375rem',
        height: '.6875rem',
        border: `solid ${color.onAccent}`,
        borderWidth: '0 2px 2px 0',
        transform: 'translateY(-1px) rotate(45deg)',
      },
      '&[type="radio"]:checked': { borderWidth: '6px', background: color.onAccent },
      '&[aria-invalid="true"]': { borderColor: color.overdue },
      '&:disabled': { background: color.surfaceSunken, borderColor: color.lineStrong },
    },
    '@media': { '(forced-colors: active)': { appearance: 'auto' } },
  }),
)

export const choices = style(layered({ display: 'grid', gap: space[1], margin: 0, padding: 0, border: 0, minWidth: 0 }))
/** The hint of a choice is close beneath the choice's label. */
globalStyle(`${choices} p`, { '@layer': { [primitivesLayer]: { marginTop: `calc(-1 * ${space[2]})`, paddingBottom: space[1] } } })
export const legend = style(layered({ padding: 0, fontWeight: vars.weight.medium }))
