import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { color, space, weight } = vars

export const intro = style({ maxWidth: '40rem', marginBottom: space[4], color: color.textSecondary, textWrap: 'pretty' })
globalStyle(`${intro} a`, { textDecoration: 'underline', textUnderlineOffset: '3px' })
export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const scopes = style({ display: 'grid', gap: space[1], margin: 0, padding: 0, border: 0, minWidth: 0 })
/** What a scope lets software do stands close beneath its word. */
globalStyle(`${scopes} p`, { marginTop: `calc(-1 * ${space[2]})`, paddingBottom: space[1] })
export const legend = style({ padding: 0, fontWeight: weight.medium })
export const name = style({ fontWeight: weight.medium, overflowWrap: 'anywhere' })
