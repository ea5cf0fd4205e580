import {
  Archive,
  ArchiveRestore,
  ArrowRight,
  Bell,
  CircleAlert,
  CircleDot,
  CircleX,
  Clock,
  Coins,
  CreditCard,
  Diff,
  HandCoins,
  type LucideIcon,
  Mail,
  ReceiptText,
  Replace,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { BillEventType } from '../../modules/bills/contract.ts'
import type { HistoryRow } from '../../modules/kernel/history.ts'
import type { Message } from '../../modules/messages/contract.ts'
import { formatMinute, mailLabels } from '../campaigns/campaign-words.ts'
import { MailBadge } from '../campaigns/mail-badge.tsx'
import { classes } from '../ui/classes.ts'
import { hidden, muted, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'
import { changeOf } from './history-words.ts'

const icons: Readonly<Record<BillEventType, LucideIcon>> = {
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
  BillReplaced: Replace,
  PaymentAttemptOpened: CreditCard,
  PaymentIntentCreated: CreditCard,
  PaymentAttemptClosed: Undo2,
  DebitStarted: Clock,
  DebitFailed: CircleX,
  PaymentFeeNoted: Coins,
  RefundRequested: Clock,
  PaymentRefunded: Undo2,
  RefundFailed: CircleX,
  PaymentDisputed: CircleAlert,
  DisputeWon: HandCoins,
  DisputeLost: CircleX,
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

type MomentProps = { icon: LucideIcon; title: string; at: string; who: string; why: string | null; children: ReactNode }

const Moment = ({ icon: Icon, title, at, who, why, children }: MomentProps) => (
  <li className={styles.event}>
    <span className={styles.dot}>
      <Icon />
    </span>
    <div>
      <div className={styles.eventHead}>
        <h3>{title}</h3>
        <time dateTime={at}>{formatMinute(at)}</time>
      </div>
      <p className={classes(small, muted)}>{who}</p>
      {children}
      {why !== null && <p className={styles.reason}>{why}</p>}
    </div>
  </li>
)

const mailedAt = ({ sentAt, createdAt }: Message): string => sentAt ?? createdAt

/** What happened, oldest first: who, when, why, before → after (R97); and what was mailed about it. */
export const Timeline = ({ rows, mails, label }: { rows: readonly HistoryRow[]; mails: readonly Message[]; label: string }) => {
  const moments = [
    ...rows.map((row) => ({
      at: row.at,
      shown: (
        <Moment
          key={row.revision}
          icon={icons[row.type as BillEventType] ?? CircleDot}
          title={row.summary}
          at={row.at}
          who={row.actor.name}
          why={row.reason}
        >
          <Change row={row} />
        </Moment>
      ),
    })),
    ...mails.map((mail) => ({
      at: mailedAt(mail),
      shown: (
        <Moment
          key={mail.id}
          icon={Mail}
          title={`Mail: ${mailLabels[mail.purpose]}`}
          at={mailedAt(mail)}
          who={mail.payor.email ?? 'No e-mail address'}
          why={mail.error}
        >
          <MailBadge status={mail.status} />
        </Moment>
      ),
    })),
  ]
  return <ol aria-label={label}>{moments.sort((a, b) => a.at.localeCompare(b.at)).map(({ shown }) => shown)}</ol>
}
