import { PAGE_SIZE } from '../../modules/shared/page-size.ts'
import type { Sort } from './table.tsx'

/** Narrows a string to one of `values`; null for any other. */
export const oneOf = <Value extends string>(values: readonly Value[], named: string | null): Value | null =>
  values.find((value) => value === named) ?? null

export const pageSizes = [PAGE_SIZE, 25, 50, 100]

/** The page size in the address; the default if the address has no valid size. */
export const pageSizeOf = (search: URLSearchParams): number => pageSizes.find((size) => String(size) === search.get('pageSize')) ?? PAGE_SIZE

/** The order in the address; `usual` if its column is unknown. */
export const sortOf = <By extends string>(search: URLSearchParams, columns: readonly By[], usual: Sort<By>): Sort<By> => {
  const orderBy = oneOf(columns, search.get('orderBy'))
  if (orderBy === null) return usual
  return { orderBy, order: search.get('order') === 'desc' ? 'desc' : 'asc' }
}

/** Sets the given parameters; removes those that are null. */
export const changed = (search: URLSearchParams, values: Record<string, string | null>): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) value === null ? next.delete(name) : next.set(name, value)
  return next
}

/** A page number that no list reaches. */
const MOST = 1_000_000_000

/** The page number in the address; 1 if it is invalid. */
export const pageOf = (search: URLSearchParams): number => {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MOST) : 1
}

/**
 * The page numbers to show, with null for an ellipsis: all of them if there are at most seven, else the first, the
 * last, the current one and its neighbors.
 */
export const pagesShown = (current: number, total: number): (number | null)[] => {
  if (total <= 7) return Array.from({ length: total }, (_, index) => index + 1)
  const shown = [...new Set([1, current - 1, current, current + 1, total])].filter((page) => page >= 1 && page <= total).sort((a, b) => a - b)
  return shown.flatMap((page, index) => {
    const gap = page - (shown[index - 1] ?? 0)
    // An ellipsis never replaces a single page.
    return gap === 2 ? [page - 1, page] : gap > 2 ? [null, page] : [page]
  })
}

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
