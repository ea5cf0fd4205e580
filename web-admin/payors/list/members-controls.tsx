import { Download } from 'lucide-react'
import { apiUrl } from '../../domain/api/address.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { below } from '../../ui/media.ts'
import { orderLabel } from '../../ui/order-words.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { byName, type MemberFilter, type MemberKind, type MemberSort, payorOrders } from '../calls.ts'
import * as styles from './members.css.ts'

const orders: readonly MemberSort[] = [
  byName,
  { orderBy: 'name', order: 'desc' },
  { orderBy: 'balance', order: 'desc' },
  { orderBy: 'balance', order: 'asc' },
]
const keyOf = ({ orderBy, order }: MemberSort): string => `${orderBy} ${order}`

type Props = {
  filter: Omit<MemberFilter, 'page'>
  onSearch: (words: string) => void
  onKind: (kind: MemberKind | null) => void
  onSort: (sort: MemberSort) => void
}

/** Above the people: search, kind, their order on a phone, and the list as a file. */
export const MembersControls = ({ filter, onSearch, onKind, onSort }: Props) => {
  const small = useMedia(below.large)
  return (
    <search className={styles.controls}>
      <SearchField label="Search members" value={filter.search} onSearch={onSearch} className={styles.search} />
      <SelectField
        bare
        label="Kind"
        value={filter.kind ?? 'all'}
        onChange={({ target: { value } }) => onKind(value === 'individual' || value === 'congregation' ? value : null)}
      >
        <option value="all">Everybody</option>
        <option value="individual">Members</option>
        <option value="congregation">Congregations</option>
      </SelectField>
      {small && (
        <SelectField
          bare
          label="Sort by"
          value={keyOf(filter)}
          onChange={({ target }) => {
            const chosen = orders.find((order) => keyOf(order) === target.value)
            if (chosen) onSort(chosen)
          }}
        >
          {orders.map((order) => (
            <option key={keyOf(order)} value={keyOf(order)}>
              {orderLabel(payorOrders, order)}
            </option>
          ))}
        </SelectField>
      )}
      <ButtonLink href={apiUrl('/exports/members.csv', filter)} leaves icon={Download} className={styles.file}>
        Export CSV
      </ButtonLink>
    </search>
  )
}
