import { HandCoins, LockKeyhole, LockKeyholeOpen, Pencil, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import type { Deposit } from '../../modules/deposits/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { Remittance } from '../../modules/remittances/contract.ts'
import { apiUrl } from '../domain/api/client.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatMinute } from '../domain/campaign/campaign-words.ts'
import { HistorySection } from '../domain/history/history-section.tsx'
import { payerLabel, RemittanceBadge, remittancePage } from '../domain/payment/remittance-words.tsx'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { type Fact, Facts } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { List, type ListColumn } from '../ui/listed.tsx'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { EmptyState } from '../ui/states.tsx'
import { rowLink, sub } from '../ui/table.css.ts'
import { hidden, medium, money, muted, secondary, sectionHead, small } from '../ui/text.css.ts'
import { useDeposit } from './deposit-calls.ts'
import { DepositEntry } from './deposit-entry.tsx'
import { DepositBadge, differenceOf, paymentsOf } from './deposit-words.tsx'
import * as styles from './deposits.css.ts'

const dialogs = {
  edit: lazyDialog(async () => (await import('./deposit-dialogs.tsx')).EditDepositDialog),
  close: lazyDialog(async () => (await import('./deposit-dialogs.tsx')).CloseDepositDialog),
  reopen: lazyDialog(async () => (await import('./deposit-dialogs.tsx')).ReopenDepositDialog),
}
const ReverseDialog = lazyDialog(async () => (await import('./reverse-dialog.tsx')).ReverseDialog)

const back = <BackLink href="/deposits">Back to Deposits</BackLink>

const codesOf = ({ allocations }: Remittance): string => allocations.map(({ code }) => code).join(', ')

const columns: ListColumn<Remittance>[] = [
  {
    head: 'Paid By',
    cell: (remittance) => (
      <>
        <Link href={remittancePage(remittance.id)}>{payerLabel(remittance)}</Link>
        <span className={sub}>{codesOf(remittance)}</span>
      </>
    ),
    main: (remittance) => (
      <>
        <Link href={remittancePage(remittance.id)} className={rowLink}>
          {payerLabel(remittance)}
        </Link>
        <span className={classes(small, muted)}>{codesOf(remittance)}</span>
      </>
    ),
  },
  {
    ...{ head: 'Check', cellClass: secondary },
    cell: ({ method, reference }) => [receiptLabel(method), reference].filter(Boolean).join(' · '),
    meta: ({ method, reference }) => <span className={classes(small, muted)}>{[receiptLabel(method), reference].filter(Boolean).join(' · ')}</span>,
  },
  {
    head: 'Status',
    cell: ({ status }) => <RemittanceBadge status={status} />,
    meta: ({ status }) => status !== 'Completed' && <RemittanceBadge status={status} />,
  },
  {
    ...{ head: 'Amount', num: true, cellClass: money },
    cell: ({ amount }) => formatMoney(amount),
    side: ({ amount }) => <span className={classes(medium, money)}>{formatMoney(amount)}</span>,
  },
]

const factsOf = (deposit: Deposit): [Fact[], Fact[]] => {
  const { paymentProfileName, count, total, expectedCount, expectedTotal, status, closedBy, closedAt, differenceReason } = deposit
  const difference = differenceOf(deposit)
  return [
    [
      ['Entered', `${paymentsOf(count)}, ${formatMoney(total)}`],
      ['Expected', `${paymentsOf(expectedCount)}, ${formatMoney(expectedTotal)}`],
      ['Difference', difference ?? 'None'],
    ],
    [
      ['Account', paymentProfileName],
      ['Status', <DepositBadge key="status" status={status} />],
      ...(closedAt === null ? [] : ([['Closed', `${formatMinute(closedAt)}${closedBy ? `, ${closedBy}` : ''}`]] satisfies Fact[])),
      ...(differenceReason === null ? [] : ([['Reason for the difference', differenceReason]] satisfies Fact[])),
    ],
  ]
}

const Actions = ({ deposit, mayChange, onDialog }: { deposit: Deposit; mayChange: boolean; onDialog: (name: keyof typeof dialogs) => void }) => (
  <>
    <ButtonLink icon={Printer} href={apiUrl(`/deposits/${deposit.id}/slip.pdf`)} leaves="new-tab">
      Print Slip
    </ButtonLink>
    {mayChange && deposit.status === 'Closed' && (
      <Button icon={LockKeyholeOpen} onClick={() => onDialog('reopen')}>
        Reopen
      </Button>
    )}
    {mayChange && deposit.status === 'Open' && (
      <>
        <Button icon={Pencil} onClick={() => onDialog('edit')}>
          Edit
        </Button>
        <Button variant="primary" icon={LockKeyhole} onClick={() => onDialog('close')}>
          Close Deposit
        </Button>
      </>
    )}
  </>
)

const Payments = ({ deposit: { remittances, status }, mayChange }: { deposit: Deposit; mayChange: boolean }) => {
  const [reversing, setReversing] = useState<Remittance | null>(null)
  const remove = (remittance: Remittance) =>
    remittance.status === 'Completed' && (
      <IconButton label={`Reverse the payment of ${payerLabel(remittance)}`} icon={Undo2} onClick={() => setReversing(remittance)} />
    )
  return (
    <section className={styles.section} aria-labelledby="deposit-payments">
      <div className={sectionHead}>
        <h2 id="deposit-payments">Payments</h2>
      </div>
      {remittances.length === 0 ? (
        <EmptyState level={3} icon={HandCoins} title="No payments yet">
          Enter the checks one after the other: type the code on the bill, press Enter, and go on to the amount and the check number.
        </EmptyState>
      ) : (
        <List
          caption="Payments"
          items={remittances}
          columns={columns}
          {...(mayChange && status === 'Open' ? { menu: { className: styles.removeColumn, inRows: true, of: remove } } : {})}
        />
      )}
      {reversing && <ReverseDialog remittance={reversing} onClose={() => setReversing(null)} />}
    </section>
  )
}

const Detail = ({ deposit, etag }: { deposit: Deposit; etag: string | null }) => {
  const mayChange = useMayChange()
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const [left, right] = factsOf(deposit)
  const Dialog = open && dialogs[open]
  return (
    <>
      <PageHead
        title={`Deposit of ${formatDay(deposit.day)}`}
        back={back}
        actions={<Actions deposit={deposit} mayChange={mayChange} onDialog={setOpen} />}
      >
        {deposit.paymentProfileName}
      </PageHead>
      <h2 className={hidden}>Totals</h2>
      <div className={styles.totals} aria-live="polite">
        <Facts facts={left} />
        <Facts facts={right} />
      </div>
      {mayChange && deposit.status === 'Open' && <DepositEntry deposit={deposit} />}
      <Payments deposit={deposit} mayChange={mayChange} />
      <HistorySection thing="deposit" id={deposit.id} className={classes(styles.section, styles.notPrinted)} />
      {Dialog && <Dialog deposit={deposit} etag={etag} onClose={() => setOpen(null)} />}
    </>
  )
}

const Overseen = ({ id }: { id: string }) => {
  const deposit = useDeposit(id)
  if (deposit.data) return <Detail key={id} deposit={deposit.data.value.data} etag={deposit.data.etag} />
  return (
    <>
      <PageHead title="Deposit" back={back} />
      <h2 className={hidden}>Totals</h2>
      <Loaded query={deposit} loading="Loading the deposit..." rows={6} failed="Failed to load the deposit" action="view" thing="deposit" />
    </>
  )
}

/** A deposit: its payments, entered by keyboard, beside the totals expected. */
export const DepositPage = () => {
  const { id } = useParams<{ id: string }>()
  return useOversees() ? <Overseen id={id} /> : <NotAllowed title="Deposit" back={back} action="view" thing="deposit" />
}
