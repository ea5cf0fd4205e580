const units = [
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
] as const

/** A duration in its largest whole unit: '1 minute', '3 hours', '2 days'. */
export const ageWords = (seconds: number): string => {
  const [size, one, many] = units.find(([least]) => seconds >= least) ?? [1, 'second', 'seconds']
  const whole = Math.floor(seconds / size)
  return `${whole} ${whole === 1 ? one : many}`
}
