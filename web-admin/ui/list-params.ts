import { PAGE_SIZE } from '../../modules/shared/page-size.ts'
import { oneOf } from './one-of.ts'
import type { Sort } from './table.tsx'

export const pageSizes = [PAGE_SIZE, 25, 50, 100]

/** The page size in the address; the default for any other value. */
export const pageSizeOf = (search: URLSearchParams): number => pageSizes.find((size) => String(size) === search.get('pageSize')) ?? PAGE_SIZE

/** The order in the address; `usual` if its column is unknown. */
export const sortOf = <By extends string>(search: URLSearchParams, columns: readonly By[], usual: Sort<By>): Sort<By> => {
  const orderBy = oneOf(columns, search.get('orderBy'))
  if (orderBy === null) return usual
  return { orderBy, order: search.get('order') === 'desc' ? 'desc' : 'asc' }
}
