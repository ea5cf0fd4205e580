const steps = [1, 2, 2.5, 5, 10]

/** Four equal, round steps from zero to at least the largest value. */
export const axisTicks = (most: number): number[] => {
  const least = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(least))
  const step = (steps.find((factor) => factor * power >= least - 1e-9) ?? 10) * power
  return [0, 1, 2, 3, 4].map((count) => count * step)
}

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

export const axisLabel = (dollars: number): string => compact.format(dollars)
