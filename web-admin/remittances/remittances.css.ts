import { globalStyle, style } from '@vanilla-extract/css'
import { below, from, offPaper } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[8] })
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
  '@media': {
    [from.small]: { gridTemplateColumns: '1fr 1fr' },
    [from.large]: { gridTemplateColumns: 'minmax(8rem, 1fr) minmax(8rem, 1fr) minmax(10rem, 1.5fr) minmax(9rem, 1fr)' },
  },
})
export const wholeRow = style({ gridColumn: '1 / -1', maxWidth: '40rem' })
export const payer = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space[1]} ${space[4]}`,
  padding: `${space[2]} 0`,
  borderBlock: `1px solid ${color.line}`,
  overflowWrap: 'anywhere',
})
export const label = style({ display: 'block', marginBottom: space[1], fontWeight: vars.weight.medium })
export const adding = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[3], maxWidth: '40rem', marginBottom: space[4] })

/** A search result: words on the left, a sum on the right. */
export const option = style({ justifyContent: 'space-between', gap: space[4] })
export const words = style({ minWidth: 0, display: 'grid' })

export const amountColumn = style({ width: '11rem' })
/** Within a row of a phone's list as well as in a table's cell. */
export const amount = style({ width: '9.5rem', marginLeft: 'auto', scrollMarginBlock: '8rem' })
globalStyle(`${amount} input`, { textAlign: 'right', fontVariantNumeric: 'tabular-nums' })
export const removeColumn = style({ width: '3rem', textAlign: 'right', '@media': offPaper })
export const waiting = style({ color: color.textMuted })

/** The sums and the button stay in view while the bills scroll; on a phone they end the page. */
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space[2]} ${space[6]}`,
  paddingBlock: space[3],
  background: color.surface,
  borderTop: `1px solid ${color.line}`,
  '@media': { [from.medium]: { position: 'sticky', bottom: 0, zIndex: vars.layer.sticky } },
})
export const sums = style({ flex: '1 1 18rem', minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], '@media': { [below.small]: { width: '100%' } } })
globalStyle(`${buttons} > *`, { '@media': { [below.small]: { flex: '1 1 auto' } } })
export const names = style({ marginBlock: space[2], padding: 0, listStyle: 'none' })

export const about = style({
  display: 'grid',
  gap: `0 ${space[10]}`,
  marginBottom: space[6],
  '@media': { [from.medium]: { gridTemplateColumns: '1fr 1fr' } },
})
globalStyle(`${about} dd`, { minWidth: 0, overflowWrap: 'anywhere' })
export const section = style({ marginTop: space[8] })
export const notice = style({ marginBottom: space[6] })
export const noticeButtons = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginTop: space[3], '@media': offPaper })
export const notPrinted = style({ '@media': offPaper })
/** The list of allocations in a dialog scrolls with the dialog's body. */
export const ticks = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', borderBlock: `1px solid ${color.line}`, paddingBlock: space[1] })
