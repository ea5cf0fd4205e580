import { FileClock } from 'lucide-react'
import { useParams } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Payout, PayoutPart } from '../../modules/payments/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { agreement, countPayments, sumsOf } from '../domain/payment/payout-words.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Banner } from '../ui/banner.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { hidden, muted, small } from '../ui/text.css.ts'
import { usePayout } from './calls.ts'
import { PayoutBadge } from './payout-badge.tsx'
import { PayoutParts } from './payout-parts.tsx'
import * as styles from './payouts.css.ts'

const back = <BackLink href="/payouts">Back to Payouts</BackLink>

const Detail = ({ payout }: { payout: Payout & { payments: PayoutPart[] } }) => {
  const { arrivalDate, amount, count, status, payments } = payout
  const sums = sumsOf(payments)
  const { agrees, text } = agreement(payout, sums)
  return (
    <>
      <PageHead title={`Payout of ${formatDay(arrivalDate)}`} back={back} actions={<PayoutBadge status={status} />}>
        {`${formatMoney(amount)} · ${countPayments(count)}`}
        <span className={`${small} ${muted} ${styles.id}`}>{payout.id}</span>
      </PageHead>
      <h2 className={hidden}>In this payout</h2>
      {payments.length === 0 ? (
        <EmptyState level={3} icon={FileClock} title="Stripe has not told yet what is in this payout">
          It says so once the payout is settled, within a few days. A payout that somebody made by hand has no list.
        </EmptyState>
      ) : (
        <>
          <PayoutParts parts={payments} sums={sums} />
          <Banner tone={agrees ? (status === 'paid' ? 'success' : 'information') : 'warning'} silent className={styles.beneath}>
            {text}
          </Banner>
        </>
      )}
    </>
  )
}

const OverseenPayout = ({ id }: { id: string }) => {
  const payout = usePayout(id)
  if (payout.data) return <Detail payout={payout.data} />
  return (
    <>
      <PageHead title="Payout" back={back} />
      <h2 className={hidden}>In this payout</h2>
      <Loaded query={payout} loading="Loading the payout..." rows={6} failed="Failed to load the payout" action="view" thing="payout" />
    </>
  )
}

/** Everything in one payout, which adds up to what the bank statement shows. */
export const PayoutPage = () => {
  const { id } = useParams<{ id: string }>()
  return useOversees() ? <OverseenPayout id={id} /> : <NotAllowed title="Payout" back={back} action="view" thing="payment" />
}
