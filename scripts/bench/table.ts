export type Figure = Readonly<{ job: string; limit: string; measured: string; ratio: string; goal: string; ok: boolean }>

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
export const median = (values: readonly number[]): number => percentile(values, 0.5)

export const ms = (value: number): string => (value < 100 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`)
export const plus = (value: number): string => (value < 0 ? `-${ms(-value)}` : `+${ms(value)}`)
export const rate = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`
export const times = (value: number): string => `${value.toFixed(2)}×`

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const COLUMNS = ['job', 'limit', 'measured', 'ratio', 'goal', ''] as const

export const tableOf = (figures: readonly Figure[]): string => {
  const rows = figures.map(({ job, limit, measured, ratio, goal, ok }) => [job, limit, measured, ratio, goal, ok ? 'ok' : 'miss'])
  const widths = COLUMNS.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return [line(COLUMNS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
