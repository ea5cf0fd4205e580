import { randomBytes } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Look } from '../../pay-widget/pay/view.ts'
import { allowFraming, allowStyles } from '../platform/http/content-security.ts'

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const RADIUS = /^(\d{1,2})px$/
const MOST_ROUND = 24
/** Text is readable from here on (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5
const WHITE = '#ffffff'

/** Fonts that are there without being loaded: a site's own cannot be reached from the frame. */
const fonts: Readonly<Record<string, string>> = {
  'system-ui': 'system-ui, sans-serif',
  'sans-serif': 'sans-serif',
  serif: 'serif',
  arial: 'Arial, sans-serif',
  helvetica: 'Helvetica, Arial, sans-serif',
  verdana: 'Verdana, sans-serif',
  tahoma: 'Tahoma, sans-serif',
  'trebuchet ms': '"Trebuchet MS", sans-serif',
  georgia: 'Georgia, serif',
  'times new roman': '"Times New Roman", serif',
}

const channels = (hex: string): number[] => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : [hex.slice(1, 3), hex.slice(3, 5), hex.slice(5, 7)]
  return digits.map((pair) => Number.parseInt(pair, 16) / 255)
}
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = channels(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** The contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance). */
export const contrast = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const family = (value: string): string =>
  (value.split(',')[0] ?? '')
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase()

/** So much of a colour in white. */
const tint = (hex: string, share: number): string => {
  const pairs = channels(hex).map((c) =>
    Math.round((1 - share + c * share) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${pairs.join('')}`
}
/** The same value for several of the pay page's colours. */
const colors = (names: readonly string[], value: string): string[] => names.map((name) => `--color-${name}:${value}`)

/** Surfaces from here on go with dark text. */
const BRIGHT = 0.18

/**
 * How a site wants the frame to look, as its query says. What is no colour, size or font of ours, or could not be read, is left as it is:
 * a look never keeps anybody from paying (R157).
 */
export const lookOf = ({ query }: Pick<Request, 'query'>): Look => {
  const asked = (name: string): string => (typeof query[name] === 'string' ? query[name].trim() : '')
  const [surface, text, accent] = [asked('surface'), asked('text'), asked('accent')]
  const hasSurface = HEX.test(surface) && HEX.test(text) && contrast(surface, text) >= LEAST_CONTRAST
  const hasAccent = HEX.test(accent) && contrast(accent, WHITE) >= LEAST_CONTRAST
  // A surface has a brightness, whatever the visitor's machine prefers.
  const own = hasSurface ? (luminance(surface) > BRIGHT ? 'light' : 'dark') : 'auto'
  const theme = (['light', 'dark'] as const).find((one) => one === asked('theme')) ?? own
  const round = Number(RADIUS.exec(asked('radius'))?.[1] ?? Number.NaN)
  const font = fonts[family(asked('font'))]
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

/** Lets these sites frame an answer that looks so. */
export const allowLook = (res: Response, { nonce }: Look, sites: readonly string[]): void => {
  allowFraming(res, sites)
  allowStyles(res, [`'nonce-${nonce}'`])
}
