import { type fonts, isReadable, WHITE } from '../../modules/embed/values.ts'

/** A treasurer's choices for the tag; an empty string leaves the choice to the pay page. */
export type TagChoices = {
  mode: 'inline' | 'button'
  theme: 'auto' | 'light' | 'dark'
  locale: '' | 'en' | 'es'
  label: string
  font: '' | keyof typeof fonts
  /** Pixels. */
  radius: '' | '0' | '4' | '12' | '24'
  accent: string
  surface: string
  text: string
}

export const NO_CHOICES: TagChoices = {
  mode: 'inline',
  theme: 'auto',
  locale: '',
  label: '',
  font: '',
  radius: '',
  accent: '',
  surface: '',
  text: '',
}
/** The link's text if it has no custom label; in Spanish if the pay page is in Spanish. */
export const fallbackLabel = (locale: TagChoices['locale']): string => (locale === 'es' ? 'Pagar su factura' : 'Pay your bill')
const labelOf = ({ label, locale }: Pick<TagChoices, 'label' | 'locale'>): string => label.trim() || fallbackLabel(locale)

/**
 * Uses the network's id, so that the address, even a printed one, stays valid when the network's short name changes.
 */
export const findAddress = (origin: string, networkId: string, locale: TagChoices['locale'] = ''): string =>
  `${origin}/find/${networkId}${locale && `?lang=${locale}`}`

/** The tag's attributes, without those that have their default value. */
export const attributesOf = (networkId: string, { mode, theme, locale, label }: TagChoices): Record<string, string> => ({
  network: networkId,
  ...(mode === 'button' ? { mode } : {}),
  ...(theme === 'auto' ? {} : { theme }),
  ...(locale ? { locale } : {}),
  ...(label.trim() ? { label: label.trim() } : {}),
})

export const tokensOf = ({ accent, radius, font, surface, text }: TagChoices): Record<string, string> => ({
  ...(accent ? { '--vestry-pay-accent': accent } : {}),
  ...(radius ? { '--vestry-pay-radius': `${radius}px` } : {}),
  ...(font ? { '--vestry-pay-font': font } : {}),
  ...(surface && text ? { '--vestry-pay-surface': surface, '--vestry-pay-text': text } : {}),
})

/** Warns of unreadable colors, which the pay page would ignore (R87). */
export const unreadable = ({ accent, surface, text }: TagChoices): { accent?: string; surface?: string } => ({
  ...(accent && !isReadable(WHITE, accent)
    ? { accent: 'White text cannot be read on this color. Choose a darker color. Otherwise the default is used.' }
    : {}),
  ...(surface && text && !isReadable(text, surface)
    ? { surface: 'The text cannot be read on this background. Choose colors with more contrast. Otherwise the defaults are used.' }
    : {}),
})

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const written = (attributes: Record<string, string>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')

export type Release = { version: string; integrity: string }

/** The HTML to paste: with the newest script, or with a fixed release and its integrity hash. */
export const snippetOf = (origin: string, networkId: string, choices: TagChoices, release: Release | null = null): string => {
  const tokens = Object.entries(tokensOf(choices)).map(([name, value]) => `${name}: ${value}`)
  const attributes = { ...attributesOf(networkId, choices), ...(tokens.length > 0 ? { style: tokens.join('; ') } : {}) }
  const link = `<a slot="fallback" href="${findAddress(origin, networkId, choices.locale)}">${escaped(labelOf(choices))}</a>`
  const script = release
    ? { src: `${origin}/v${release.version}.js`, integrity: release.integrity, crossorigin: 'anonymous' }
    : { src: `${origin}/v1.js` }
  return `<script async${written(script)}></script>\n<vestry-pay${written(attributes)}>\n  ${link}\n</vestry-pay>`
}

/** A link that looks like a button, for sites without scripts. */
export const buttonOf = (origin: string, networkId: string, { label, locale, accent, radius }: TagChoices): string => {
  const style = `display: inline-block; padding: 12px 20px; border-radius: ${radius || '6'}px; background: ${accent || '#1f4aa3'}; color: #ffffff; text-decoration: none`
  return `<a href="${findAddress(origin, networkId, locale)}" style="${style}">${escaped(labelOf({ label, locale }))}</a>`
}
