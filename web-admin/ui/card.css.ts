import { globalStyle, style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { below, from, touch } from './media.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars

/** Two columns from tablet width on. */
export const cards = style(
  layered({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space[3],
    '@media': { [from.medium]: { gridTemplateColumns: '1fr 1fr', gap: space[4] } },
  }),
)
export const card = style(
  layered({
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    border: `1px solid ${color.line}`,
    borderRadius: vars.radius.lg,
    background: color.surface,
  }),
)
export const cardHead = style(
  layered({
    position: 'relative',
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: space[3],
    padding: `${space[4]} ${space[4]} ${space[3]}`,
    '@media': { [below.tiny]: { flexWrap: 'wrap' } },
  }),
)
globalStyle(`${cardHead} h3 a::after`, { '@layer': { [primitivesLayer]: { content: '""', position: 'absolute', inset: 0 } } })
export const cardFacts = style(
  layered({
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: `${space[3]} ${space[4]}`,
    padding: `0 ${space[4]} ${space[3]}`,
    '@media': { [below.tiny]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  }),
)
globalStyle(`${cardFacts} dt`, {
  '@layer': { [primitivesLayer]: { color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm } },
})
export const cardNote = style(
  layered({
    marginTop: 'auto',
    padding: `${space[3]} ${space[4]}`,
    color: color.textSecondary,
    fontSize: vars.text.sm,
    lineHeight: vars.leading.sm,
  }),
)
export const cardFoot = style(
  layered({
    display: 'flex',
    alignItems: 'center',
    gap: space[1],
    padding: space[1],
    borderTop: `1px solid ${color.line}`,
    '@media': { [below.tiny]: { flexWrap: 'wrap' } },
  }),
)

/** A row of a list on a phone: name and amount, then details. */
export const listRow = style(
  layered({
    position: 'relative',
    display: 'grid',
    gridTemplate: '"main side menu" auto "meta meta menu" auto / minmax(0, 1fr) auto auto',
    rowGap: space[1],
    padding: `${space[3]} 0`,
    borderBottom: `1px solid ${color.line}`,
    '@media': { [below.tiny]: { gridTemplate: '"main menu" auto "side menu" auto "meta menu" auto / minmax(0, 1fr) auto' } },
  }),
)
export const listMain = style(layered({ gridArea: 'main', display: 'grid', alignContent: 'start', color: color.text }))
/** The row's link covers the whole row, beneath its other controls. */
globalStyle(`${listMain} a::after`, { '@layer': { [primitivesLayer]: { content: '""', position: 'absolute', inset: 0 } } })
globalStyle(`${listRow} :is(button, input), ${listRow} > :not(${listMain}) a`, {
  '@layer': { [primitivesLayer]: { position: 'relative', zIndex: 1 } },
})
export const listSide = style(
  layered({
    gridArea: 'side',
    display: 'grid',
    alignContent: 'start',
    paddingLeft: space[2],
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    '@media': { [below.tiny]: { paddingLeft: 0, textAlign: 'left' } },
  }),
)
export const listMeta = style(layered({ gridArea: 'meta', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `0 ${space[3]}` }))
export const listMenu = style(layered({ gridArea: 'menu', alignSelf: 'center', paddingLeft: space[2], marginRight: `calc(-1 * ${space[3]})` }))

/** Lines with the term on the left and the value on the right. */
export const facts = style(layered({ display: 'grid' }))
globalStyle(`${facts} > div`, {
  '@layer': {
    [primitivesLayer]: {
      display: 'flex',
      justifyContent: 'space-between',
      gap: space[4],
      padding: `${space[2]} 0`,
      '@media': { [below.tiny]: { display: 'block' } },
    },
  },
})
globalStyle(`${facts} dt`, { '@layer': { [primitivesLayer]: { color: color.textSecondary } } })
globalStyle(`${facts} dd a`, {
  '@layer': {
    [primitivesLayer]: {
      '@media': { [touch]: { display: 'inline-flex', alignItems: 'center', minHeight: '2.75rem', marginBlock: `calc(-1 * ${space[3]})` } },
    },
  },
})
globalStyle(`${facts} dd`, {
  '@layer': { [primitivesLayer]: { textAlign: 'right', fontWeight: vars.weight.medium, '@media': { [below.tiny]: { textAlign: 'left' } } } },
})
