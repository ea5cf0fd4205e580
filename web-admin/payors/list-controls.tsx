import { Download } from 'lucide-react'
import { apiUrl, type Query } from '../api/address.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { pageSizes } from '../ui/list-params.ts'
import { below } from '../ui/media.ts'
import { SearchField } from '../ui/search-field.tsx'
import type { Sort } from '../ui/table.tsx'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './payors.css.ts'

type Order<By extends string> = readonly [label: string, sort: Sort<By>]
type Props<By extends string> = {
  searchLabel: string
  search: string
  onSearch: (words: string) => void
  /** For screens without column heads. */
  orders: readonly Order<By>[]
  sort: Sort<By>
  onSort: (sort: Sort<By>) => void
  pageSize: number
  onPageSize: (size: number) => void
  /** The file of the whole list, with these filters. */
  file: string
  filter: Query
}

const keyOf = ({ orderBy, order }: Sort): string => `${orderBy} ${order}`

/** Above a list: search, its order on a phone, how many rows, and the list as a file. */
export const ListControls = <By extends string>({ searchLabel, search, onSearch, orders, sort, onSort, pageSize, ...rest }: Props<By>) => {
  const small = useMedia(below.large)
  return (
    <search className={styles.controls}>
      <SearchField label={searchLabel} value={search} onSearch={onSearch} className={styles.search} />
      {small && (
        <SelectField
          bare
          label="Sort by"
          value={keyOf(sort)}
          onChange={({ target }) => {
            const chosen = orders.find(([, order]) => keyOf(order) === target.value)
            if (chosen) onSort(chosen[1])
          }}
        >
          {orders.every(([, order]) => keyOf(order) !== keyOf(sort)) && <option value={keyOf(sort)}>Another order</option>}
          {orders.map(([label, order]) => (
            <option key={keyOf(order)} value={keyOf(order)}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField bare label="Rows per page" value={pageSize} onChange={({ target }) => rest.onPageSize(Number(target.value))}>
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {`${size} rows`}
          </option>
        ))}
      </SelectField>
      <ButtonLink href={apiUrl(`/exports/${rest.file}.csv`, rest.filter)} leaves icon={Download} className={styles.file}>
        Export CSV
      </ButtonLink>
    </search>
  )
}
