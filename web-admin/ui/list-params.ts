import { PAGE_SIZE } from '../../modules/shared/page-size.ts'
import { oneOf } from './one-of.ts'
import type { Sort } from './table.tsx'

export const pageSizes = [PAGE_SIZE, 25, 50, 100]

/** The page size that an address asks for; the usual one when it says nothing that can be chosen. */
export const pageSizeOf = (search: URLSearchParams): number => pageSizes.find((size) => String(size) === search.get('pageSize')) ?? PAGE_SIZE

/** The order that an address asks for; `usual` for a column that isn't one of `columns`. */
export const sortOf = <By extends string>(search: URLSearchParams, columns: readonly By[], usual: Sort<By>): Sort<By> => {
  const orderBy = oneOf(columns, search.get('orderBy'))
  if (orderBy === null) return usual
  return { orderBy, order: search.get('order') === 'desc' ? 'desc' : 'asc' }
}
