import type { StyleRule } from '@vanilla-extract/css'
import { primitivesLayer } from './theme.css.ts'

type Layers = NonNullable<Exclude<StyleRule, string>['@layer']>

/** Puts a primitive's rule into the primitives' layer, so that a screen's own class always wins. */
export const layered = (rule: Layers[string]): StyleRule => ({ '@layer': { [primitivesLayer]: rule } })
