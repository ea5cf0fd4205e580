import { Download, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { useSearchParams } from 'wouter'
import { PAGE_SIZE } from '../../modules/shared/page-size.ts'
import { apiUrl, type Query } from '../domain/api/client.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { changed, type OrderWords, orderLabel, pageOf, pageSizeOf, pageSizes } from '../ui/list-params.ts'
import { below } from '../ui/media.ts'
import { SearchField } from '../ui/search-field.tsx'
import type { Sort } from '../ui/table.tsx'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './payors.css.ts'

type OrderProps<By extends string> = {
  /** The orders to choose from on screens without column headings; the first is the default. */
  orders: readonly Sort<By>[]
  orderWords: OrderWords<By>
  sort: Sort<By>
  onSort: (sort: Sort<By>) => void
  /** The path of the call that exports the whole list, and the list's filters. */
  file: string
  query: Query
}

/** A list without `orders` has one order, and no export. */
type Props<By extends string> = {
  searchLabel: string
  search: string
  onSearch: (words: string) => void
  /** A further filter. */
  filter?: ReactNode
  filtered?: boolean
  pageSize: number
  onPageSize: (size: number) => void
} & (OrderProps<By> | { orders?: never })

const keyOf = ({ orderBy, order }: Sort): string => `${orderBy} ${order}`

const OrderField = <By extends string>({ orders, orderWords, sort, onSort }: OrderProps<By>) => (
  <SelectField
    bare
    label="Sort by"
    value={keyOf(sort)}
    onChange={({ target }) => {
      const chosen = orders.find((order) => keyOf(order) === target.value)
      if (chosen) onSort(chosen)
    }}
  >
    {(orders.some((order) => keyOf(order) === keyOf(sort)) ? orders : [sort, ...orders]).map((order) => (
      <option key={keyOf(order)} value={keyOf(order)}>
        {orderLabel(orderWords, order)}
      </option>
    ))}
  </SelectField>
)

/** Search, filter, order, page size and export. On a phone, all except the search fold into a button. */
export const ListControls = <By extends string>(props: Props<By>) => {
  const { searchLabel, search, onSearch, filter, filtered = false, pageSize, onPageSize } = props
  const phone = useMedia(below.medium)
  const small = useMedia(below.large)
  const [open, setOpen] = useState(false)
  const id = useId()
  const standard = props.orders?.[0]
  const isReordered = props.orders !== undefined && standard !== undefined && keyOf(props.sort) !== keyOf(standard)
  const chosen = [filtered, isReordered, pageSize !== PAGE_SIZE].filter(Boolean).length
  return (
    <>
      {!phone && filter}
      <search className={styles.controls}>
        <SearchField label={searchLabel} value={search} onSearch={onSearch} className={styles.search} />
        {phone && (
          <Button icon={SlidersHorizontal} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
          </Button>
        )}
        {(!phone || open) && (
          <div id={id} className={styles.choices}>
            {phone && filter}
            {small && props.orders && <OrderField {...props} />}
            <SelectField bare label="Rows per page" value={pageSize} onChange={({ target }) => onPageSize(Number(target.value))}>
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {`${size} rows`}
                </option>
              ))}
            </SelectField>
            {props.orders && (
              <ButtonLink href={apiUrl(`/exports/${props.file}.csv`, props.query)} leaves icon={Download} className={styles.file}>
                Export CSV
              </ButtonLink>
            )}
          </div>
        )}
      </search>
    </>
  )
}

/** The state of the list, as the address has it, and functions that change it. */
export const useListAddress = () => {
  const [address, setAddress] = useSearchParams()
  const page = pageOf(address)
  const pageSize = pageSizeOf(address)
  const search = address.get('search') ?? ''
  const goToPage = (next: number) => setAddress(changed(address, { page: next === 1 ? null : String(next) }))
  const searchFor = useCallback(
    (words: string) => setAddress((now) => changed(now, { search: words || null, page: null }), { replace: true }),
    [setAddress],
  )
  const clearSearch = () => searchFor('')
  const sortBy = ({ orderBy, order }: Sort) => setAddress(changed(address, { orderBy, order, page: null }), { replace: true })
  const controls = {
    search,
    onSearch: searchFor,
    onSort: sortBy,
    pageSize,
    onPageSize: (size: number) => setAddress(changed(address, { pageSize: size === PAGE_SIZE ? null : String(size), page: null }), { replace: true }),
  }
  return { address, setAddress, page, pageSize, search, goToPage, clearSearch, sortBy, controls }
}
export type ListAddress = ReturnType<typeof useListAddress>
