import { Link } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { messageOr } from '../api/error-message.ts'
import { useCredits } from '../bill/use-credits.ts'
import { billPage } from '../bills/bill-words.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { rowLink } from '../ui/table.css.ts'
import * as text from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'

/** Money that settles no bill yet, each with the bill where it is applied or paid back. */
export const CreditsDialog = ({ onClose }: { onClose: () => void }) => {
  const credits = useCredits()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Unapplied Credit"
      subject="Open a bill to apply its credit to another one, or to record it as paid back."
      foot={
        <Button data-safe onClick={onClose}>
          Close
        </Button>
      }
    >
      {credits.isPending && (
        <Loading text="Loading credit...">
          <BoneRows rows={3} />
        </Loading>
      )}
      {credits.isError && (
        <ErrorState level={3} title="Failed to load credit" onRetry={() => void credits.refetch()}>
          {messageOr(credits.error, 'Check your connection and try again.')}
        </ErrorState>
      )}
      {credits.data && (
        <ul>
          {credits.data.data.map((credit) => (
            <li key={credit.paymentId} className={styles.dialogRow}>
              <span>
                <Link href={billPage(credit.billId)} className={rowLink} onClick={onClose}>
                  {credit.payor.name}
                </Link>
                <span className={classes(text.small, text.muted, text.block)}>{`${credit.program.name} · paid ${formatDay(credit.createdAt)}`}</span>
              </span>
              <span className={classes(text.money, text.medium)}>{formatMoney(credit.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
