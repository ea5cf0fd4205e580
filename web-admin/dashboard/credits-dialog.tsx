import { Link } from 'wouter'
import { formatMoney } from '../../modules/kernel/money.ts'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { billPage } from '../domain/bill/bill-words.tsx'
import { useCredits } from '../domain/bill/bills.ts'
import { classes } from '../ui/classes.ts'
import { rowLink } from '../ui/table.css.ts'
import * as text from '../ui/text.css.ts'
import { AttentionDialog } from './attention-dialog.tsx'
import * as styles from './dashboard.css.ts'

/** Unapplied credits, each with a link to the bill on which it is applied or paid back. */
export const CreditsDialog = ({ onClose }: { onClose: () => void }) => {
  const credits = useCredits()
  return (
    <AttentionDialog
      title="Unapplied Credit"
      subject="Open a bill to apply its credit to another one, or to record it as paid back."
      what="credit"
      list={credits}
      onClose={onClose}
    >
      {({ data }) =>
        data.map((credit) => (
          <li key={credit.paymentId} className={styles.dialogRow}>
            <span>
              <Link href={billPage(credit.billId)} className={rowLink} onClick={onClose}>
                {credit.payor.name}
              </Link>
              <span className={classes(text.small, text.muted, text.block)}>{`${credit.program.name} · paid ${formatDayOf(credit.createdAt)}`}</span>
            </span>
            <span className={classes(text.money, text.medium)}>{formatMoney(credit.amount)}</span>
          </li>
        ))
      }
    </AttentionDialog>
  )
}
