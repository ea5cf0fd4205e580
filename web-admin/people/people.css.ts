import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { space } = vars

export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const roles = style({ display: 'grid', gap: space[1], margin: 0, padding: 0, border: 0, minWidth: 0 })
/** What a role may do stands close beneath its word. */
globalStyle(`${roles} p`, { marginTop: `calc(-1 * ${space[2]})`, paddingBottom: space[1] })
export const legend = style({ padding: 0, fontWeight: vars.weight.medium })
export const name = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })
export const alone = style({ marginTop: space[4], color: vars.color.textSecondary, textWrap: 'pretty' })
