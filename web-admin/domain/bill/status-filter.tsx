import { Link } from 'wouter'
import type { BillStatus } from '../../../modules/bills/contract.ts'
import { billStatuses, billStatusLabels } from '../../../modules/bills/values.ts'
import { SelectField } from '../../ui/field.tsx'
import { oneOf } from '../../ui/list-params.ts'
import { from } from '../../ui/media.ts'
import { useMedia } from '../../ui/use-media.ts'
import * as styles from './bills.css.ts'
import { allOf, useBillCounts } from './bills.ts'

const statuses = ['Unpaid', 'Partial', 'Overdue', 'PendingConfirmation', 'Paid', 'Failed', 'Archived'] as const satisfies BillStatus[]

/** The status in the address; null for 'All' and for an unknown status. */
export const statusOf = (search: URLSearchParams): BillStatus | null => oneOf(billStatuses, search.get('status'))

type Props = {
  status: BillStatus | null
  program: string | null
  /** False while a search limits the list: the counts would not match it. */
  counted?: boolean
  hrefFor: (status: BillStatus | null) => string
  onStatus: (status: BillStatus | null) => void
}

const StatusChips = ({ status, program, counted = true, hrefFor }: Props) => {
  const counts = useBillCounts(program)
  return (
    <nav className={styles.chips} aria-label="Status">
      {[null, ...statuses].map((value) => (
        <Link key={value ?? 'All'} href={hrefFor(value)} className={styles.chip} {...(value === status ? { 'aria-current': 'true' as const } : {})}>
          {value === null ? 'All' : billStatusLabels[value]}
          {counted && counts && (
            <span className={styles.chipCount}>{(value === null ? allOf(counts) : (counts[value] ?? 0)).toLocaleString('en-US')}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** Chips with counts on a wide screen, a select on a narrow one. */
export const StatusFilter = (props: Props) => {
  const large = useMedia(from.large)
  if (large) return <StatusChips {...props} />
  const { status, onStatus } = props
  return (
    <SelectField
      label="Status"
      className={styles.statusSelect}
      value={status ?? 'All'}
      onChange={(event) => onStatus(oneOf(statuses, event.target.value))}
    >
      <option value="All">All</option>
      {statuses.map((value) => (
        <option key={value} value={value}>
          {billStatusLabels[value]}
        </option>
      ))}
    </SelectField>
  )
}
