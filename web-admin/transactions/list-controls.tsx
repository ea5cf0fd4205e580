import { Download, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { PAGE_SIZE } from '../../modules/kernel/page-size.ts'
import { apiUrl, type Query } from '../domain/api/address.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { pageSizes } from '../ui/list-params.ts'
import { below } from '../ui/media.ts'
import { type OrderWords, orderLabel } from '../ui/order-words.ts'
import { SearchField } from '../ui/search-field.tsx'
import type { Sort } from '../ui/table.tsx'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './payors.css.ts'

type Props<By extends string> = {
  searchLabel: string
  search: string
  onSearch: (words: string) => void
  /** A further filter, above the list where there is room, and whether it holds now. */
  filter?: ReactNode
  filtered?: boolean
  /** For screens without column heads; the first one holds until another is chosen. */
  orders: readonly Sort<By>[]
  orderWords: OrderWords<By>
  sort: Sort<By>
  onSort: (sort: Sort<By>) => void
  pageSize: number
  onPageSize: (size: number) => void
  /** The file of the whole list, and the filters that it is made with. */
  file: string
  query: Query
}

const keyOf = ({ orderBy, order }: Sort): string => `${orderBy} ${order}`

type OrderProps<By extends string> = Pick<Props<By>, 'orders' | 'orderWords' | 'sort' | 'onSort'>

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

/** Above a list: search, filter, its order without column heads, how many rows, and the list as a file. On a phone all but the search fold into a button. */
export const ListControls = <By extends string>(props: Props<By>) => {
  const { searchLabel, search, onSearch, filter, filtered = false, orders, sort, pageSize, onPageSize, file, query } = props
  const phone = useMedia(below.medium)
  const small = useMedia(below.large)
  const [open, setOpen] = useState(false)
  const id = useId()
  const standard = orders[0]
  const chosen = [filtered, standard !== undefined && keyOf(sort) !== keyOf(standard), pageSize !== PAGE_SIZE].filter(Boolean).length
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
            {small && <OrderField {...props} />}
            <SelectField bare label="Rows per page" value={pageSize} onChange={({ target }) => onPageSize(Number(target.value))}>
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {`${size} rows`}
                </option>
              ))}
            </SelectField>
            <ButtonLink href={apiUrl(`/exports/${file}.csv`, query)} leaves icon={Download} className={styles.file}>
              Export CSV
            </ButtonLink>
          </div>
        )}
      </search>
    </>
  )
}
