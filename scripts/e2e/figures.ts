const money = (digits: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: digits, maximumFractionDigits: digits })
const whole = money(0)
const exact = money(2)

/** '$1,234.50'. */
export const inFull = (dollars: number): string => exact.format(dollars)

/** An amount as the dashboard and the programs show it: without cents from $1000 upward. */
export const inShort = (dollars: number): string => (dollars >= 1000 ? whole : exact).format(dollars)

/** An amount as the tooltips of these pages show it: with cents if there are any. */
export const exactly = (dollars: number): string => (Number.isInteger(dollars) ? inShort : inFull)(dollars)

export const cents = (dollars: number): number => Math.round(dollars * 100)

/** The cents of '$1,234.50' in a text. */
export const shownCents = (text: string): number => {
  const found = /\$([\d,]+\.\d\d)/.exec(text)?.[1]
  if (!found) throw new Error(`'${text}' shows no amount`)
  return cents(Number(found.replaceAll(',', '')))
}

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
