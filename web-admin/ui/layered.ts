import type { StyleRule } from '@vanilla-extract/css'
import { primitivesLayer } from './theme.css.ts'

type Layers = NonNullable<Exclude<StyleRule, string>['@layer']>

/** Moves a primitive's rule into the primitives' layer, so that a screen's class overrides it. */
export const layered = (rule: Layers[string]): StyleRule => ({ '@layer': { [primitivesLayer]: rule } })
