import type { StyleRule } from '@vanilla-extract/css'
import { primitivesLayer } from './theme.css.ts'

type Layers = NonNullable<Exclude<StyleRule, string>['@layer']>

/** Moves a primitive's rule into the layer of primitives, so that a class of a screen overrides the rule. */
export const layered = (rule: Layers[string]): StyleRule => ({ '@layer': { [primitivesLayer]: rule } })
