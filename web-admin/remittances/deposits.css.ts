import { style } from '@vanilla-extract/css'
import { from, offPaper } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { space, color } = vars

export const entry = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: space[4],
  padding: `${space[4]} 0`,
  borderBlock: `1px solid ${color.line}`,
  '@media': {
    ...offPaper,
    [from.large]: { gridTemplateColumns: 'minmax(16rem, 2fr) minmax(8rem, 1fr) minmax(8rem, 1fr) minmax(7rem, 0.7fr)' },
  },
})
export const whose = style({ minWidth: 0 })
export const enter = style({ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `${space[2]} ${space[4]}` })
export const totals = style({
  display: 'grid',
  gap: `0 ${space[10]}`,
  marginBottom: space[6],
  '@media': { [from.medium]: { gridTemplateColumns: '1fr 1fr' } },
})
export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const section = style({ marginTop: space[8] })
export const notPrinted = style({ '@media': offPaper })
export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
  '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr' } },
})
export const removeColumn = style({ width: '3rem', textAlign: 'right', '@media': offPaper })
