import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useParams } from 'wouter'
import type { AppliedCredit, Bill, Credit } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import { Loaded } from '../api/loaded.tsx'
import type { Versioned } from '../api/versioned.ts'
import { lastBillsAtom } from '../payors/last-list.ts'
import { useMayChange, useOversees } from '../session/may-change.ts'
import { NotAllowed } from '../session/not-allowed.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { hidden, sectionHead } from '../ui/text.css.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import * as styles from './bill.css.ts'
import { BillActions, type BillPageTask } from './bill-actions.tsx'
import { BillCredits } from './bill-credits.tsx'
import { ArchiveDialog, MarkAsPaidDialog } from './bill-dialogs.tsx'
import { BillFacts } from './bill-facts.tsx'
import { BillPayments } from './bill-payments.tsx'
import { payorLabel, payorLine } from './bill-words.ts'
import { ApplyCreditDialog, PayBackDialog } from './credit-dialogs.tsx'
import { PaymentLinkDialog } from './payment-link-dialog.tsx'
import { waitsForDebit } from './payment-words.ts'
import { NotReceivedDialog, ReverseDialog, TakeBackDialog } from './reason-dialogs.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { Timeline } from './timeline.tsx'
import { useBill, useBillHistory, useBillMails, useBillPayments } from './use-bill.ts'
import { useAppliedCredits } from './use-credits.ts'

type Open =
  | { task: BillPageTask }
  | { task: 'reverse' | 'refund'; payment: SettledPayment }
  | { task: 'take-back'; credit: AppliedCredit }
  | { task: 'apply' | 'pay-back'; credit: Credit }

const Back = () => <BackLink href={useAtomValue(lastBillsAtom)}>Back to Assessment Bills</BackLink>

type OpenProps = { open: Open; loaded: Versioned<Bill>; onClose: () => void }

const OpenDialog = ({ open, loaded, onClose }: OpenProps) => {
  const bill = loaded.value
  switch (open.task) {
    case 'link':
      return <PaymentLinkDialog bill={bill} onClose={onClose} />
    case 'paid':
      return <MarkAsPaidDialog bill={bill} onClose={onClose} />
    case 'archive':
      return <ArchiveDialog bill={bill} onClose={onClose} />
    case 'not-received':
      return <NotReceivedDialog loaded={loaded} onClose={onClose} />
    case 'receipt':
      return <ReceiptDialog loaded={loaded} onClose={onClose} />
    case 'adjust':
      return <AdjustDialog loaded={loaded} onClose={onClose} />
    case 'reverse':
      return <ReverseDialog loaded={loaded} payment={open.payment} onClose={onClose} />
    case 'refund':
      return <RefundDialog loaded={loaded} payment={open.payment} onClose={onClose} />
    case 'take-back':
      return <TakeBackDialog loaded={loaded} credit={open.credit} onClose={onClose} />
    case 'apply':
      return <ApplyCreditDialog loaded={loaded} credit={open.credit} onClose={onClose} />
    case 'pay-back':
      return <PayBackDialog loaded={loaded} credit={open.credit} onClose={onClose} />
  }
}

/** A payor's word that the money is on its way waits for the treasurer's (R84). */
const Claim = ({ onTask }: { onTask: (task: BillPageTask) => void }) => {
  const mayChange = useMayChange()
  return (
    <Banner tone="warning" title="The payor says that this is paid" silent>
      Look for the money at your bank.
      {mayChange && (
        <div className={styles.claim}>
          <Button look="primary" onClick={() => onTask('paid')}>
            It has arrived
          </Button>
          <Button onClick={() => onTask('not-received')}>Not received</Button>
        </div>
      )}
    </Banner>
  )
}

/** Nothing for the treasurer to do: it clears or comes back by itself. */
const DebitUnderWay = () => (
  <Banner tone="information" title="Bank debit under way" silent>
    The money is coming from the payor's bank. It clears or comes back within a few business days.
  </Banner>
)

/** Money that comes after all belongs to the new bill (R77). */
const Replaced = () => (
  <Banner tone="information" title="A newer bill has taken its place" silent>
    This one takes no money any more. Record it on the new bill.
  </Banner>
)

const HistorySection = ({ id }: { id: string }) => {
  const history = useBillHistory(id)
  const mails = useBillMails(id).data ?? []
  return (
    <section aria-labelledby="bill-history">
      <div className={sectionHead}>
        <h2 id="bill-history">History</h2>
      </div>
      <Loaded query={history} loading="Loading the history..." rows={3} quiet failed="Failed to load the history" action="load" thing="history">
        {(rows) => <Timeline rows={rows} mails={mails} label="History" />}
      </Loaded>
    </section>
  )
}

const Detail = ({ loaded }: { loaded: Versioned<Bill> }) => {
  const bill = loaded.value
  const [open, setOpen] = useState<Open | null>(null)
  const { data: history, isPending: isReading } = useBillHistory(bill.id)
  const waits = bill.status === 'PendingConfirmation'
  const debitUnderWay = waits && waitsForDebit(history ?? [])
  const replaced = history?.some(({ type }) => type === 'BillReplaced') ?? false
  const payments = useBillPayments(bill.id).data ?? []
  const applied = useAppliedCredits(bill.id).data ?? []
  const onTask = (task: BillPageTask) => setOpen({ task })
  const about = [bill.program.name, payorLine(bill), `due ${formatDay(bill.dueDate)}`].filter((part) => part !== null).join(' · ')
  return (
    <>
      <PageHead
        title={payorLabel(bill)}
        back={<Back />}
        actions={<BillActions bill={bill} replaced={replaced} debitUnderWay={debitUnderWay} onTask={onTask} />}
      >
        {about}
      </PageHead>
      <div className={styles.split}>
        <aside className={styles.aside} aria-label="The bill now">
          <div className={styles.stick}>
            {debitUnderWay && <DebitUnderWay />}
            {waits && !isReading && !debitUnderWay && <Claim onTask={onTask} />}
            {replaced && <Replaced />}
            <BillFacts bill={bill} history={history} />
          </div>
        </aside>
        <div className={styles.column}>
          <BillPayments
            payments={payments}
            applied={applied}
            onReverse={(payment) => setOpen({ task: 'reverse', payment })}
            onRefund={(payment) => setOpen({ task: 'refund', payment })}
            onTakeBack={(credit) => setOpen({ task: 'take-back', credit })}
          />
          <BillCredits bill={bill} onTask={(credit, task) => setOpen({ task, credit })} />
          <HistorySection id={bill.id} />
        </div>
      </div>
      {open && <OpenDialog open={open} loaded={loaded} onClose={() => setOpen(null)} />}
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

/** Everything about one bill: what is open and why, its money, and all that happened to it. */
export const BillPage = () => {
  const id = useParams<{ id: string }>().id
  // What the pay page shows of a bill comes to anybody who has its link.
  return useOversees() ? <OverseenBill id={id} /> : <NotAllowed title="Assessment Bill" back={<Back />} action="view" thing="assessment bill" />
}
