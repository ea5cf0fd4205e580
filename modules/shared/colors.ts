const channels = (hex: string): number[] => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : [hex.slice(1, 3), hex.slice(3, 5), hex.slice(5, 7)]
  return digits.map((pair) => Number.parseInt(pair, 16) / 255)
}

/** The relative luminance of a colour, `#rgb` or `#rrggbb`, from 0 (black) to 1 (WCAG 2.2). */
export const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = channels(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export const contrast = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** A colour mixed with white; `share` is the colour's part. */
export const tint = (hex: string, share: number): string => {
  const pairs = channels(hex).map((c) =>
    Math.round((1 - share + c * share) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${pairs.join('')}`
}
