import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import type { Bill, Credit, WholeBill } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Message } from '../../modules/messages/contract.ts'
import { purposeLabels } from '../../modules/messages/values.ts'
import { chargeNote } from '../../modules/shared/autopay-words.ts'
import type { HistoryRow } from '../../modules/shared/history.ts'
import { dueWords } from '../../modules/shared/next-payment.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { dayOf, formatDayOf } from '../domain/api/network-clock.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { payorLabel, payorLine } from '../domain/bill/bill-words.tsx'
import { useCredits } from '../domain/bill/bills.ts'
import { lastBillsAtom } from '../domain/bill/last-list.ts'
import { HistorySection } from '../domain/history/history-section.tsx'
import { Replay } from '../domain/history/replay.tsx'
import { momentOfMail } from '../domain/history/timeline.tsx'
import { useHistory } from '../domain/history/use-history.ts'
import { MailBadge } from '../domain/mail/mail-badge.tsx'
import { waitsForDebit } from '../domain/payment/payment.tsx'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { changed } from '../ui/list-params.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { block, hidden, medium, money, muted, sectionHead, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'
import { BillActions, BillDialog, type BillTask } from './bill-actions.tsx'
import { BillFacts } from './bill-facts.tsx'
import { BillPayments } from './bill-payments.tsx'
import { BillPayor } from './bill-payor.tsx'
import { BillPlan } from './bill-plan.tsx'
import { useAppliedCredits, useBill, useBillPayments } from './calls.ts'
import type { Open } from './open-dialog.tsx'
import { useBillMails } from './use-bill-mails.ts'

type Task = 'apply' | 'pay-back'
type Props = { bill: Bill; onTask: (credit: Credit, task: Task) => void }

const BillCredits = ({ bill, onTask }: Props) => {
  const mayChange = useMayChange()
  const credits = useCredits(bill.individualMember?.id ?? bill.congregation?.id).data?.data ?? []
  if (credits.length === 0) return null
  return (
    <section aria-labelledby="bill-credits">
      <div className={sectionHead}>
        <h2 id="bill-credits">Unapplied credit</h2>
      </div>
      <ul>
        {credits.map((credit) => (
          <li key={credit.paymentId} className={styles.money}>
            <span>
              <span className={classes(medium, block)}>{`Payment of ${formatDayOf(credit.createdAt)}`}</span>
              <span className={classes(small, muted)}>{credit.program.name}</span>
            </span>
            <span className={classes(medium, money)}>{formatMoney(credit.amount)}</span>
            {mayChange && (
              <span className={styles.moneyActions}>
                <Button onClick={() => onTask(credit, 'apply')}>
                  {credit.billId !== bill.id && bill.balance > 0 && bill.status !== 'Archived' ? 'Apply to this bill' : 'Apply to another bill'}
                </Button>
                <Button onClick={() => onTask(credit, 'pay-back')}>Record as paid back</Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const OpenDialog = lazyDialog(async () => (await import('./open-dialog.tsx')).OpenDialog)

const Back = () => <BackLink href={useAtomValue(lastBillsAtom)}>Back to Assessment Bills</BackLink>

/** A payor's claim, which a treasurer confirms or rejects (R64). */
const Claim = ({ amount, onTask }: { amount: number | undefined; onTask: (task: BillTask) => void }) => {
  const mayChange = useMayChange()
  return (
    <Banner tone="warning" title={`The payor reported a payment${amount === undefined ? '' : ` of ${formatMoney(amount)}`}`} silent>
      Look for the money at your bank.
      {mayChange && (
        <div className={styles.claim}>
          <Button variant="primary" onClick={() => onTask('paid')}>
            It has arrived
          </Button>
          <Button onClick={() => onTask('not-received')}>Not received</Button>
        </div>
      )}
    </Banner>
  )
}

/** Nothing to do here: the debit clears or fails without anyone's help. */
const DebitUnderWay = () => (
  <Banner tone="information" title="Bank debit under way" silent>
    The money is coming from the payor's bank. It clears or is returned within a few business days. If it is paid another way meanwhile, what clears
    becomes credit.
  </Banner>
)

const Autopay = ({ charge }: { charge: NonNullable<WholeBill['autopay']> }) => (
  <Banner tone="information" title="Autopay" silent>
    {chargeNote('en', formatMoney(charge.amount), charge)}.
  </Banner>
)

/** Money that still arrives belongs to the new bill (R58). */
const Replaced = () => (
  <Banner tone="information" title="Replaced by a newer bill" silent>
    This bill takes no more payments. Record money on the new bill.
  </Banner>
)

/** The index of the revision that the address names; of the latest one if it names none. */
const indexIn = (rows: readonly HistoryRow[], at: string | null): number => {
  const index = at === null ? -1 : rows.findIndex(({ revision }) => String(revision) === at)
  return index === -1 ? rows.length - 1 : index
}

/** The state of the bill after an event. */
const billThen = ({ nextDue: _, ...bill }: Bill, { after }: HistoryRow): Bill => ({
  ...bill,
  ...(after as Pick<Bill, 'status' | 'amount' | 'balance'>),
})

const MailsThen = ({ mails }: { mails: readonly Message[] }) => (
  <section aria-labelledby="mails-then">
    <div className={sectionHead}>
      <h2 id="mails-then">Mails until then</h2>
    </div>
    {mails.length === 0 ? (
      <p className={muted}>None</p>
    ) : (
      <Facts
        facts={mails.map(({ purpose, createdAt, status }) => [
          `${purposeLabels[purpose]}, ${formatDayOf(createdAt)}`,
          <MailBadge key="status" status={status} />,
        ])}
      />
    )}
  </section>
)

/** The bill with its payments and mails, as of one of its events. */
const Then = ({ bill, rows }: { bill: Bill; rows: readonly HistoryRow[] }) => {
  const row = rows.at(-1) as HistoryRow
  const payments = useBillPayments(bill.id, row.at).data ?? []
  const mails = useBillMails(bill.id, row.at)
  return (
    <>
      <BillFacts bill={billThen(bill, row)} history={rows} title="The bill then" on={dayOf(row.at)} />
      <BillPayments payments={payments} applied={[]} />
      <MailsThen mails={mails} />
    </>
  )
}

const Detail = ({ loaded }: { loaded: Versioned<WholeBill> }) => {
  const bill = loaded.value
  const [open, setOpen] = useState<Open | { task: BillTask } | null>(null)
  const [address, setAddress] = useSearchParams()
  const { data: history } = useHistory('bill', bill.id)
  const moment = useAsOf()
  const mails = useBillMails(bill.id, moment)
  const rows = history ?? []
  const index = indexIn(rows, address.get('at'))
  const shown = index < rows.length - 1 ? rows[index] : undefined
  const debitUnderWay = waitsForDebit(bill)
  const payments = useBillPayments(bill.id).data ?? []
  const applied = useAppliedCredits(bill.id).data ?? []
  const onTask = (task: BillTask) => setOpen({ task })
  const show = (next: number) => setAddress(changed(address, { at: next < rows.length - 1 ? String(rows[next]?.revision) : null }), { replace: true })
  const about = [bill.program.name, payorLine(bill), dueWords(bill)].filter((part) => part !== null).join(' · ')
  return (
    <>
      <PageHead title={payorLabel(bill)} back={<Back />} actions={!shown && moment === null && <BillActions bill={bill} onTask={onTask} />}>
        {about}
      </PageHead>
      <Replay rows={rows} index={index} onShow={show} />
      <div className={styles.split}>
        <aside className={styles.aside} aria-label={shown ? 'The bill then' : 'The bill now'}>
          <div className={styles.stick}>
            {shown ? (
              <Then bill={bill} rows={rows.slice(0, index + 1)} />
            ) : (
              <>
                {debitUnderWay && <DebitUnderWay />}
                {bill.status === 'PendingConfirmation' && !debitUnderWay && <Claim amount={bill.claimed?.amount} onTask={onTask} />}
                {bill.replaced && <Replaced />}
                {bill.autopay && <Autopay charge={bill.autopay} />}
                <BillFacts bill={bill} history={history} />
                <BillPayor bill={bill} />
              </>
            )}
          </div>
        </aside>
        <div className={styles.column}>
          {!shown && (
            <>
              <BillPlan bill={bill} onTask={onTask} />
              <BillPayments
                payments={payments}
                applied={applied}
                on={{
                  reverse: (payment) => setOpen({ task: 'reverse', payment }),
                  refund: (payment) => setOpen({ task: 'refund', payment }),
                  takeBack: (credit) => setOpen({ task: 'take-back', credit }),
                }}
              />
              <BillCredits bill={bill} onTask={(credit, task) => setOpen({ task, credit })} />
            </>
          )}
          <HistorySection thing="bill" id={bill.id} more={mails.map(momentOfMail)} shown={shown ? { key: shown.revision, at: shown.at } : null} />
        </div>
      </div>
      {open &&
        ('payment' in open || 'credit' in open ? (
          <OpenDialog open={open} loaded={loaded} onClose={() => setOpen(null)} />
        ) : (
          <BillDialog task={open.task} bill={bill} loaded={loaded} onClose={() => setOpen(null)} />
        ))}
    </>
  )
}

const OverseenBill = ({ id }: { id: string }) => {
  const bill = useBill(id)
  if (bill.data) return <Detail key={id} loaded={bill.data} />
  return (
    <>
      <PageHead title="Assessment Bill" back={<Back />} />
      <h2 className={hidden}>Bill</h2>
      <Loaded query={bill} loading="Loading the bill..." rows={6} failed="Failed to load the bill" action="view" thing="assessment bill" />
    </>
  )
}

export const BillPage = () => {
  const id = useParams<{ id: string }>().id
  // Payors see a bill only on its pay page, which anyone with the link can open.
  return useOversees() ? <OverseenBill id={id} /> : <NotAllowed title="Assessment Bill" back={<Back />} action="view" thing="assessment bill" />
}
