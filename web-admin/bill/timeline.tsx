import {
  Archive,
  ArchiveRestore,
  ArrowRight,
  Bell,
  CircleDot,
  Clock,
  Coins,
  Diff,
  HandCoins,
  type LucideIcon,
  ReceiptText,
  Undo2,
} from 'lucide-react'
import type { HistoryRow } from '../../modules/kernel/history.ts'
import { formatMinute } from '../campaigns/campaign-words.ts'
import { classes } from '../ui/classes.ts'
import { hidden, muted, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'
import { changeOf } from './history-words.ts'

const icons: Record<string, LucideIcon> = {
  BillIssued: ReceiptText,
  BillAmountChanged: Diff,
  BillAdjusted: Diff,
  PaymentClaimed: Clock,
  PaymentClaimOverdue: Bell,
  PaymentClaimWithdrawn: Undo2,
  PaymentNotReceived: Undo2,
  PaymentRecorded: HandCoins,
  PaymentReversed: Undo2,
  CreditUsed: Coins,
  CreditReturned: Coins,
  CreditApplied: Coins,
  CreditTakenBack: Undo2,
  CreditRefunded: Coins,
  BillArchived: Archive,
  BillUnarchived: ArchiveRestore,
}

const Change = ({ row }: { row: HistoryRow }) => {
  const change = changeOf(row)
  if (!change) return null
  return (
    <p className={styles.change}>
      {change.from !== null && (
        <>
          <del>
            <span className={hidden}>from </span>
            {change.from}
          </del>
          <ArrowRight />
        </>
      )}
      <span>
        {change.from !== null && <span className={hidden}>to </span>}
        {change.to}
      </span>
    </p>
  )
}

/** What happened, oldest first: who, when, why, before → after (decision 45). */
export const Timeline = ({ rows, label }: { rows: readonly HistoryRow[]; label: string }) => (
  <ol aria-label={label}>
    {rows.map((row) => {
      const Icon = icons[row.type] ?? CircleDot
      return (
        <li key={row.revision} className={styles.event}>
          <span className={styles.dot}>
            <Icon />
          </span>
          <div>
            <div className={styles.eventHead}>
              <h3>{row.summary}</h3>
              <time dateTime={row.at}>{formatMinute(row.at)}</time>
            </div>
            <p className={classes(small, muted)}>{row.actor.name}</p>
            <Change row={row} />
            {row.reason !== null && <p className={styles.reason}>{row.reason}</p>}
          </div>
        </li>
      )
    })}
  </ol>
)
