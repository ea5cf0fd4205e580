import { globalStyle, style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { below, from, offPaper, touch } from './media.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars

export const head = style(
  layered({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: `${space[1]} ${space[2]}`,
    marginBottom: space[6],
    '@media': { [from.small]: { alignItems: 'start' }, [below.tiny]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  }),
)
export const title = style(
  layered({
    fontSize: vars.text.xl,
    lineHeight: vars.leading.xl,
    '@media': { [from.small]: { fontSize: vars.text.title, lineHeight: vars.leading.title } },
  }),
)
export const text = style(
  layered({
    gridRow: 2,
    gridColumn: '1 / -1',
    color: color.textSecondary,
    textWrap: 'pretty',
    '@media': { [from.small]: { gridColumn: 1 } },
  }),
)
export const actions = style(
  layered({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: space[2],
    '@media': { [from.small]: { gridRow: '1 / span 2', gridColumn: 2 }, [below.tiny]: { justifyContent: 'flex-start' }, ...offPaper },
  }),
)
// On a phone, three buttons or two text links take a separate line beneath the title.
const wide = ':is(:nth-child(3), a + a)'
globalStyle(`${head}:has(> ${actions} > ${wide})`, {
  '@layer': { [primitivesLayer]: { '@media': { [below.small]: { gridTemplateColumns: 'minmax(0, 1fr)' } } } },
})
globalStyle(`${actions}:has(> ${wide})`, {
  '@layer': { [primitivesLayer]: { '@media': { [below.small]: { justifyContent: 'flex-start', marginTop: space[2] } } } },
})
export const back = style(
  layered({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space[1],
    minHeight: '2rem',
    marginBottom: space[1],
    color: color.textSecondary,
    fontSize: vars.text.sm,
    fontWeight: vars.weight.medium,
    '@media': { [touch]: { minHeight: '2.75rem' }, ...offPaper },
  }),
)
