/** Whole US cents. A fraction of a cent cannot be represented, so it cannot be lost. */
export type Cents = number

/** The largest single amount, in cents: sums of a million of them still fit a JavaScript number exactly. */
export const MAX_CENTS: Cents = 999_999_999

/** Dollars from cents, for the API: a JSON number with at most two decimals. */
export const toDollars = (cents: Cents): number => cents / 100

/** Cents from dollars that are known to have at most two decimals, such as amounts in the API's answers. */
export const toCents = (dollars: number): Cents => Math.round(dollars * 100)

/** The sum of dollars, added up in cents. */
export const sumDollars = (amounts: readonly number[]): number => toDollars(amounts.reduce((sum, dollars) => sum + toCents(dollars), 0))

/** Cents from API dollars; null for more than two decimals, a non-finite value, or one out of range. */
export const fromDollars = (dollars: number): Cents | null => {
  const cents = toCents(dollars)
  const exact = Number.isFinite(dollars) && Math.abs(dollars - cents / 100) <= 4 * Number.EPSILON * Math.abs(dollars)
  return exact && Math.abs(cents) <= MAX_CENTS ? cents : null
}

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** '$1,234.50': dollars with cents. */
export const formatMoney = (dollars: number): string => exact.format(dollars).replace('-', '−')

/** '$1,234.50' for 123450 cents. */
export const money = (cents: Cents): string => formatMoney(toDollars(cents))

/** Formats dollars for programs and the dashboard: without cents from $1000 up. */
export const formatMoneyShort = (dollars: number): string => (Math.abs(dollars) >= 1000 ? whole : exact).format(dollars).replace('-', '−')

/** Formats dollars for tooltips: from $1000 up without cents if these are zero. */
export const formatMoneyExact = (dollars: number): string => (Number.isInteger(dollars) ? formatMoneyShort : formatMoney)(dollars)

/** '1234.50': dollars for files, without currency sign and separators. */
export const plainMoney = (cents: Cents): string => (cents / 100).toFixed(2)

export const grouped = <Row, Key>(rows: Iterable<Row>, keyOf: (row: Row) => Key): ReadonlyMap<Key, readonly Row[]> => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
