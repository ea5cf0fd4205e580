import { style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { offPaper } from './media.ts'
import { vars } from './theme.css.ts'

const { color } = vars

export const tabs = style(
  layered({
    display: 'flex',
    // The tabs wrap, because a scrolling row would hide the last tabs on a phone.
    flexWrap: 'wrap',
    columnGap: vars.space[6],
    borderBottom: `1px solid ${color.line}`,
    '@media': offPaper,
  }),
)
export const tab = style(
  layered({
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '2.75rem',
    padding: 0,
    border: 0,
    borderBottom: '2px solid transparent',
    borderRadius: 0,
    background: 'none',
    color: color.textSecondary,
    fontWeight: vars.weight.medium,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    selectors: {
      '&:hover': { color: color.text, textDecoration: 'none', borderBottomColor: color.lineStrong },
      '&[aria-selected="true"], &[aria-current="page"]': { color: color.text, borderBottomColor: color.accent },
      '&:focus-visible': { outlineOffset: '-2px' },
    },
  }),
)
export const panel = style(layered({ selectors: { '&:focus-visible': { outlineOffset: vars.space[1] } } }))
