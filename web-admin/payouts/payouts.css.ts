import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const part = style({ marginTop: space[6] })
export const beneath = style({ marginTop: space[4] })

export const profile = style({ padding: `${space[3]} 0`, borderBottom: `1px solid ${color.line}` })
export const profileHead = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: `0 ${space[4]}` })
export const differences = style({ display: 'grid', gap: space[2], marginTop: space[2] })
globalStyle(`${differences} > li`, { paddingLeft: space[3], borderLeft: `2px solid ${color.overdue}` })

/** Stripe's id of a payout, on a separate line. */
export const id = style({ display: 'block', overflowWrap: 'anywhere' })
/** Breaks Stripe's ids at any place, since they are long words. */
export const code = style({ overflowWrap: 'anywhere' })
