import type { Sort } from './table.tsx'

/** Labels for ordering a list by each column, ascending and descending. */
export type OrderWords<By extends string> = Readonly<Record<By, readonly [asc: string, desc: string]>>

export const orderLabel = <By extends string>(words: OrderWords<By>, { orderBy, order }: Sort<By>): string => words[orderBy][order === 'asc' ? 0 : 1]

type Filters = Readonly<Record<string, string | null | undefined> & { Search?: string | undefined }>

/** Printed above a list: its filters and its order. */
export const listWords = ({ Search, ...filters }: Filters, order: string): readonly string[] => {
  const chosen = Object.entries(filters).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  const said = Search ? [...chosen, `Search: '${Search}'`] : chosen
  return [...(said.length === 0 ? ['No filter'] : said), `Order: ${order}`]
}
