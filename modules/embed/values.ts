import { contrast } from '../shared/colors.ts'

/** Settings of a frame's appearance: `theme`, and the tag's custom properties. */
export const APPEARANCE = ['theme', 'accent', 'radius', 'font', 'surface', 'text'] as const

/** Fonts that need no loading: the frame cannot load the site's own fonts. */
export const fonts = {
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
} as const satisfies Record<string, string>

/** In pixels. */
export const MOST_ROUND = 24

/** Lowest contrast of readable text (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5
const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
export const WHITE = '#ffffff'

/** True if one colour is readable on another; false for anything but `#rgb` or `#rrggbb` (R87). */
export const isReadable = (text: string, surface: string): boolean => HEX.test(text) && HEX.test(surface) && contrast(text, surface) >= LEAST_CONTRAST
