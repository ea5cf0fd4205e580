import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { space } = vars

export const section = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
globalStyle(`${section} + ${section}`, { marginTop: space[8] })
export const cards = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
/** Above a page's content. */
export const above = style({ marginBottom: space[6] })
/** An id can break at any place. */
export const id = style({ overflowWrap: 'anywhere', fontSize: vars.text.sm })
