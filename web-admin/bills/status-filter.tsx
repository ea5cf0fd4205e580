import { Link } from 'wouter'
import { BillStatus, billStatusLabels } from '../../modules/bills/contract.ts'
import { SelectField } from '../ui/field.tsx'
import { from } from '../ui/media.ts'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './bills.css.ts'
import { useBillCount } from './use-bill-count.ts'

const statuses = ['Unpaid', 'Partial', 'Overdue', 'PendingConfirmation', 'Paid', 'Failed', 'Archived'] as const satisfies BillStatus[]

/** The status that an address asks for; null for 'All' and for what isn't one. */
export const statusOf = (search: URLSearchParams): BillStatus | null => BillStatus.safeParse(search.get('status')).data ?? null

type Props = {
  status: BillStatus | null
  program: string | null
  /** Off while a search makes the counts say something else than the list. */
  counted?: boolean
  hrefFor: (status: BillStatus | null) => string
  onStatus: (status: BillStatus | null) => void
}

type ChipProps = { value: BillStatus | null; current: boolean; program: string | null; counted: boolean; href: string }

const Chip = ({ value, current, program, counted, href }: ChipProps) => {
  const count = useBillCount(value, program, counted)
  return (
    <Link href={href} className={styles.chip} {...(current ? { 'aria-current': 'true' as const } : {})}>
      {value === null ? 'All' : billStatusLabels[value]}
      {counted && count !== undefined && <span className={styles.chipCount}>{count.toLocaleString('en-US')}</span>}
    </Link>
  )
}

/** Chips with their counts on the large screen, a select below. */
export const StatusFilter = ({ status, program, counted = true, hrefFor, onStatus }: Props) => {
  const large = useMedia(from.large)
  if (large)
    return (
      <nav className={styles.chips} aria-label="Status">
        {[null, ...statuses].map((value) => (
          <Chip key={value ?? 'All'} value={value} current={value === status} program={program} counted={counted} href={hrefFor(value)} />
        ))}
      </nav>
    )
  return (
    <SelectField
      label="Status"
      className={styles.statusSelect}
      value={status ?? 'All'}
      onChange={(event) => onStatus(BillStatus.safeParse(event.target.value).data ?? null)}
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
