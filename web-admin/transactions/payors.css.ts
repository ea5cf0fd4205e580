import { style } from '@vanilla-extract/css'
import { below, from, offPaper } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { space } = vars

/** Wide only on a large screen, since on a small laptop the program's name needs the space. */
export const payorColumn = style({ '@media': { [from.wide]: { width: '30%' } } })
export const controls = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: space[3],
  margin: `${space[4]} 0`,
  '@media': {
    [from.medium]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
    [from.large]: { gridTemplateColumns: 'minmax(0, 20rem) auto 1fr' },
    [below.tiny]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})
export const search = style({ '@media': { [from.medium]: { gridColumn: '1 / -1' }, [from.large]: { gridColumn: 'auto' } } })
/** Below the search on a phone, else next to it. */
export const choices = style({
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space[3],
  '@media': { [from.medium]: { display: 'contents' } },
})
export const file = style({ gridColumn: '1 / -1', '@media': { [from.medium]: { gridColumn: 'auto', justifySelf: 'end' } } })
export const actions = style({ '@media': offPaper })
/** The method and the days of a remittance, or the state of a charge. */
export const filters = style({
  gridColumn: '1 / -1',
  display: 'grid',
  gap: space[3],
  '@media': {
    [from.small]: { gridTemplateColumns: 'minmax(0, 14rem) minmax(0, 11rem) minmax(0, 11rem)' },
    [from.medium]: { marginTop: space[4] },
    ...offPaper,
  },
})
