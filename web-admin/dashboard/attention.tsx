import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleX, Clock, HandCoins, MailX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { formatMoneyShort } from '../../modules/kernel/money.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { useBillCounts } from '../domain/bill/bills.ts'
import { dashboardQueries } from '../domain/dashboard.ts'
import { useFailingAddresses } from '../domain/mail/failing.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import * as text from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'

const CreditsDialog = lazyDialog(async () => (await import('./credits-dialog.tsx')).CreditsDialog)
const FailingAddressesDialog = lazyDialog(async () => (await import('./failing-addresses-dialog.tsx')).FailingAddressesDialog)
const LostMailsDialog = lazyDialog(async () => (await import('./lost-mails-dialog.tsx')).LostMailsDialog)

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`)

type Asked = 'credits' | 'mails' | 'addresses'
type Item = { show: boolean; icon: ReactNode; words: string; href?: string; ask?: Asked }

/** The tasks of an Admin; nothing is shown if there are none. */
export const Attention = ({ unappliedCredit }: { unappliedCredit: number }) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const today = useAsOf() === null
  const { PendingConfirmation: waited = 0, Failed: failed = 0 } = useBillCounts(null) ?? {}
  const claims = useQuery({ ...dashboardQueries.claims, enabled: today }).data ?? 0
  // A bank debit in progress needs no action, so only claims count. As of an earlier moment the claims cannot be
  // counted alone: all bills with the status PendingConfirmation count, and the link leads to them.
  const toConfirm = today ? claims : waited
  const mails = useQuery(dashboardQueries.mails).data ?? 0
  const failing = useFailingAddresses({}, today).data?.length ?? 0
  const items: Item[] = [
    {
      show: toConfirm > 0,
      icon: <Clock className={text.pending} />,
      words: counted(toConfirm, 'payment to confirm', 'payments to confirm'),
      href: today ? '/payors/claims' : '/payors?tab=assessment-bills&status=PendingConfirmation',
    },
    {
      show: failed > 0,
      icon: <CircleX className={text.overdue} />,
      words: counted(failed, 'bank debit failed', 'bank debits failed'),
      href: '/payors?tab=assessment-bills&status=Failed',
    },
    {
      show: mails > 0,
      icon: <MailX className={text.overdue} />,
      words: counted(mails, 'e-mail did not arrive', 'e-mails did not arrive'),
      ask: 'mails',
    },
    {
      show: failing > 0,
      icon: <MailX className={text.overdue} />,
      words: counted(failing, 'payor with a failing address', 'payors with a failing address'),
      ask: 'addresses',
    },
    {
      show: unappliedCredit > 0,
      icon: <HandCoins className={text.muted} />,
      words: `${formatMoneyShort(unappliedCredit)} not applied to a bill`,
      ask: 'credits',
    },
  ]
  const shown = items.filter(({ show }) => show)
  const close = () => setAsked(null)
  return (
    <>
      {shown.length > 0 && (
        <section className={styles.todo} aria-labelledby="attention">
          <h2 className={styles.todoTitle} id="attention">
            {today ? 'Needs attention today' : 'Needed attention then'}
          </h2>
          <ul className={styles.todoList}>
            {shown.map(({ words, icon, href, ask }) => {
              const content = (
                <>
                  {icon}
                  <span>{words}</span>
                  {(today || href !== undefined) && <ChevronRight className={styles.go} />}
                </>
              )
              // The lists in these dialogs are available for today only.
              if (href === undefined && !today)
                return (
                  <li key={words} className={styles.todoItem}>
                    <span className={styles.todoLink}>{content}</span>
                  </li>
                )
              return (
                <li key={words} className={styles.todoItem}>
                  {href === undefined ? (
                    <button type="button" className={styles.todoLink} onClick={() => setAsked(ask ?? null)}>
                      {content}
                    </button>
                  ) : (
                    <Link href={href} className={styles.todoLink}>
                      {content}
                    </Link>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {asked === 'credits' && <CreditsDialog onClose={close} />}
      {asked === 'addresses' && <FailingAddressesDialog onClose={close} />}
      {asked === 'mails' && <LostMailsDialog onClose={close} />}
    </>
  )
}
