import { globalStyle, style } from '@vanilla-extract/css'
import { recipe } from '@vanilla-extract/recipes'
import { layered } from './layered.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars
const tone = (ink: string, soft: string, line: string) => layered({ background: soft, boxShadow: `inset 0 0 0 1px ${line}`, vars: { '--tone': ink } })

export const banner = recipe({
  base: layered({ display: 'flex', gap: space[3], padding: `${space[3]} ${space[4]}`, borderRadius: vars.radius.lg }),
  variants: {
    tone: {
      success: tone(color.paid, color.paidSoft, color.paidLine),
      information: tone(color.accentText, color.accentSoft, color.accentLine),
      warning: tone(color.pending, color.pendingSoft, color.pendingLine),
      failure: tone(color.overdue, color.overdueSoft, color.overdueLine),
    },
  },
})
globalStyle(`${banner.classNames.base} > svg`, { '@layer': { [primitivesLayer]: { marginTop: '2px', color: 'var(--tone)' } } })
export const title = style(layered({ display: 'block', fontWeight: vars.weight.strong }))
export const body = style(layered({ flex: 1, minWidth: 0 }))
