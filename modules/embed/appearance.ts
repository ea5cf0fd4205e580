import { randomBytes } from 'node:crypto'
import type { Request } from 'express'
import { luminance, tint } from '../shared/colors.ts'
import type { Appearance } from './contract.ts'
import { APPEARANCE, fonts, isReadable, MOST_ROUND, WHITE } from './values.ts'

const RADIUS = /^(\d{1,2})px$/

const fontFamilies: Readonly<Record<string, string>> = fonts

const family = (value: string): string =>
  (value.split(',')[0] ?? '')
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase()

/** Style rules that give one value to several of the pay page's colours. */
const colors = (names: readonly string[], value: string): string[] => names.map((name) => `--color-${name}:${value}`)

/** Surfaces at least this bright have dark text. */
const BRIGHT = 0.18
const LONGEST = 100

const askedOf =
  ({ query }: Pick<Request, 'query'>) =>
  (name: (typeof APPEARANCE)[number]): string =>
    typeof query[name] === 'string' ? query[name].trim() : ''

export const appearanceQueryOf = (req: Pick<Request, 'query'>): string => {
  const asked = askedOf(req)
  const pairs = APPEARANCE.map((name) => [name, asked(name)] as const)
  return new URLSearchParams(pairs.filter(([, value]) => value !== '' && value.length <= LONGEST).map((pair) => [...pair])).toString()
}

/**
 * The appearance requested in a site's query. Invalid colours, sizes and fonts, and unreadable colours, are ignored, so
 * that a pay page always works (R87).
 */
export const appearanceOf = (req: Pick<Request, 'query'>): Appearance => {
  const asked = askedOf(req)
  const [surface, text, accent] = [asked('surface'), asked('text'), asked('accent')]
  const hasSurface = isReadable(text, surface)
  const hasAccent = isReadable(accent, WHITE)
  // A surface colour of the site decides between light and dark, even against the visitor's preference.
  const own = hasSurface ? (luminance(surface) > BRIGHT ? 'light' : 'dark') : 'auto'
  const theme = (['light', 'dark'] as const).find((one) => one === asked('theme')) ?? own
  const round = Number(RADIUS.exec(asked('radius'))?.[1] ?? Number.NaN)
  const wanted = family(asked('font'))
  const font = Object.hasOwn(fontFamilies, wanted) ? fontFamilies[wanted] : undefined
  const rules = [
    ...(hasAccent ? [...colors(['accent', 'accent-hover', 'accent-active'], accent), ...colors(['on-accent'], WHITE)] : []),
    ...(hasAccent && theme === 'light'
      ? [...colors(['accent-text'], accent), ...colors(['accent-soft'], tint(accent, 0.08)), ...colors(['accent-line'], tint(accent, 0.4))]
      : []),
    ...(hasSurface ? colors(['canvas', 'surface', 'surface-raised', 'surface-sunken'], surface) : []),
    ...(hasSurface ? colors(['text', 'text-secondary', 'text-muted', 'accent-text'], text) : []),
    ...(round <= MOST_ROUND ? ['sm', 'md', 'lg', 'xl'].map((name) => `--radius-${name}:${round}px`) : []),
  ]
  return {
    theme,
    rules: `${rules.length > 0 ? `:root:root{${rules.join(';')}}` : ''}${font ? `:root:root body{font-family:${font}}` : ''}`,
    nonce: randomBytes(16).toString('base64'),
  }
}
