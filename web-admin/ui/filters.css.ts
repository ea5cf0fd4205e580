import { style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { from } from './media.ts'
import { vars } from './theme.css.ts'

/** A search field and a select above a list; stacked on a phone. */
export const filters = style(
  layered({
    display: 'grid',
    gap: vars.space[3],
    marginBottom: vars.space[4],
    '@media': { [from.small]: { gridTemplateColumns: 'minmax(0, 20rem) minmax(0, 12rem)' } },
  }),
)
