import { HandCoins, Printer, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams, useSearchParams } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { Allocation, Remittance } from '../../modules/remittances/contract.ts'
import { nextAmount } from '../../modules/shared/next-payment.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { billPage, dueNext } from '../domain/bill/bill-words.tsx'
import { HistorySection } from '../domain/history/history-section.tsx'
import { payerLabel, RemittanceBadge } from '../domain/payment/remittance-words.tsx'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { type Fact, Facts } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { List, type ListColumn } from '../ui/listed.tsx'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { rowLink, sub } from '../ui/table.css.ts'
import { hidden, medium, money, muted, nowrap, secondary, sectionHead, small } from '../ui/text.css.ts'
import { useRemittance } from './calls.ts'
import * as styles from './remittances.css.ts'

const ReverseDialog = lazyDialog(async () => (await import('./reverse-dialog.tsx')).ReverseDialog)

const back = <BackLink href="/payors?tab=remittances">Back to Remittances</BackLink>

const receiptFile = (id: string): string => `/api/remittances/${id}/receipt.pdf`

/** The receipt shows today's state, so nothing links to it while an earlier moment is shown. */
const Receipt = ({ remittance: { id, receiptNumber } }: { remittance: Remittance }) =>
  useAsOf() === null ? (
    <a href={receiptFile(id)} target="_blank" rel="noreferrer">
      {receiptNumber}
    </a>
  ) : (
    receiptNumber
  )

type Row = Allocation & { id: string }
const columns: ListColumn<Row>[] = [
  {
    head: 'Payor',
    cell: ({ billId, payerName, code }) => (
      <>
        <Link href={billPage(billId)}>{payerName}</Link>
        <span className={sub}>{code}</span>
      </>
    ),
    main: ({ billId, payerName, programName, code }) => (
      <>
        <Link href={billPage(billId)} className={rowLink}>
          {payerName}
        </Link>
        <span className={classes(small, muted)}>{`${programName} · ${code}`}</span>
      </>
    ),
  },
  { head: 'Program', cellClass: secondary, cell: ({ programName }) => programName },
  {
    ...{ head: 'Due Date', cellClass: nowrap },
    cell: (line) => (
      <>
        {formatDay(dueNext(line))}
        {line.nextDue && <span className={sub}>{nextAmount('en', formatMoney(line.nextDue.amount))}</span>}
      </>
    ),
  },
  { head: 'Status', cell: ({ status }) => <RemittanceBadge status={status} />, meta: ({ status }) => <RemittanceBadge status={status} /> },
  {
    ...{ head: 'Open Now', num: true, cellClass: money },
    cell: ({ balance }) => formatMoney(balance),
    meta: ({ balance }) => balance > 0 && <span className={classes(small, muted)}>{`${formatMoney(balance)} open now`}</span>,
  },
  {
    ...{ head: 'Amount', num: true, cellClass: money },
    cell: ({ amount }) => formatMoney(amount),
    side: ({ amount }) => <span className={classes(medium, money)}>{formatMoney(amount)}</span>,
  },
]

const factsOf = (remittance: Remittance): [Fact[], Fact[]] => {
  const { payer, method, reference, receivedOn, createdAt, amount, unapplied, status } = remittance
  const sum = (dollars: number): ReactNode => <span className={money}>{formatMoney(dollars)}</span>
  return [
    [
      [
        'Paid by',
        payer ? (
          <Link key="payer" href={`/members/${payer.id}`}>
            {payer.name}
          </Link>
        ) : (
          'Not named'
        ),
      ],
      ['Method', receiptLabel(method)],
      ['Reference', reference ?? 'None'],
      ['Received on', formatDay(receivedOn)],
    ],
    [
      ['Amount', sum(amount)],
      ...(unapplied > 0 ? ([['Kept as credit', sum(unapplied)]] satisfies Fact[]) : []),
      ['Status', <RemittanceBadge key="status" status={status} />],
      ['Receipt', <Receipt key="receipt" remittance={remittance} />],
      ['Recorded on', formatDayOf(createdAt)],
    ],
  ]
}

/** After recording: the next thing to do is to print the receipt, or to record another payment. */
const Recorded = ({ remittance: { id, receiptNumber, amount } }: { remittance: Remittance }) => (
  <Banner tone="success" title={`${formatMoney(amount)} recorded`} className={classes(styles.notice, styles.notPrinted)}>
    {`Receipt ${receiptNumber} lists the bills below.`}
    <div className={styles.noticeButtons}>
      <ButtonLink icon={Printer} href={receiptFile(id)} leaves="new-tab">
        Print Receipt
      </ButtonLink>
      <ButtonLink variant="primary" icon={HandCoins} href="/payments/new">
        Record Another Payment
      </ButtonLink>
    </div>
  </Banner>
)

const Detail = ({ remittance }: { remittance: Remittance }) => {
  const mayChange = useMayChange()
  const [address] = useSearchParams()
  const [reversing, setReversing] = useState(false)
  const { amount, method, reference, receivedOn, allocations, status } = remittance
  const [left, right] = factsOf(remittance)
  const isByHand = status === 'Completed' || status === 'PartiallyReversed'
  return (
    <>
      <PageHead
        title={`Payment of ${formatMoney(amount)}`}
        back={back}
        actions={
          <>
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
            {mayChange && isByHand && method !== 'credit' && method !== null && (
              <Button icon={Undo2} onClick={() => setReversing(true)}>
                Reverse
              </Button>
            )}
          </>
        }
      >
        {[payerLabel(remittance), receiptLabel(method), reference, formatDay(receivedOn)].filter(Boolean).join(' · ')}
      </PageHead>
      {mayChange && address.has('recorded') && <Recorded remittance={remittance} />}
      <h2 className={hidden}>Details</h2>
      <div className={styles.about}>
        <Facts facts={left} />
        <Facts facts={right} />
      </div>
      <section className={styles.section} aria-labelledby="remittance-bills">
        <div className={sectionHead}>
          <h2 id="remittance-bills">Bills</h2>
        </div>
        <List caption="Bills" items={allocations.map((one) => ({ ...one, id: one.paymentId }))} columns={columns} />
      </section>
      <HistorySection thing="remittance" id={remittance.id} className={classes(styles.section, styles.notPrinted)} />
      {reversing && <ReverseDialog remittance={remittance} onClose={() => setReversing(false)} />}
    </>
  )
}

const Overseen = ({ id }: { id: string }) => {
  const remittance = useRemittance(id)
  if (remittance.data) return <Detail key={id} remittance={remittance.data} />
  return (
    <>
      <PageHead title="Payment" back={back} />
      <h2 className={hidden}>Details</h2>
      <Loaded query={remittance} loading="Loading the payment..." rows={6} failed="Failed to load the payment" action="view" thing="payment" />
    </>
  )
}

/** Money from one payer at one time, with the bills that it paid. */
export const RemittancePage = () => {
  const { id } = useParams<{ id: string }>()
  return useOversees() ? <Overseen id={id} /> : <NotAllowed title="Payment" back={back} action="view" thing="payment" />
}
