import { FileClock } from 'lucide-react'
import { Link, useParams } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Payout, PayoutPart } from '../../modules/payments/contract.ts'
import { payoutLineLabels } from '../../modules/payments/values.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { billPage, payorLabel } from '../domain/bill/bill-words.tsx'
import { agreement, countPayments, type Sums, sumsOf } from '../domain/payment/payout-words.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { Facts, ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { tabled } from '../ui/media.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { EmptyState } from '../ui/states.tsx'
import { num, rowLink, wideColumn } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { hidden, medium, money, muted, secondary, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import { usePayout } from './calls.ts'
import * as styles from './payouts.css.ts'
import { PayoutBadge } from './payouts-list.tsx'

type Props = { parts: readonly PayoutPart[]; sums: Sums }

/** The label of lines for Stripe's own fees and for other income of the account. */
const NOT_OURS = 'Not a bill payment'

/** Uses the index as the key: the order is fixed, and a payment may occur more than once. */
const keyed = (parts: readonly PayoutPart[]) => parts.map((part, i) => ({ key: `${i}`, ...part }))

const PartTable = ({ parts, sums }: Props) => (
  <Table
    caption="In this payout"
    head={
      <>
        <Th className={wideColumn}>Payor</Th>
        <Th>Program</Th>
        <Th>Kind</Th>
        <Th num>Gross</Th>
        <Th num>Fee</Th>
        <Th num>Net</Th>
      </>
    }
    foot={
      <tr>
        <th scope="row" colSpan={3}>
          Sum
        </th>
        <td className={classes(num, money)}>{formatMoney(sums.gross)}</td>
        <td className={classes(num, money)}>{formatMoney(sums.fee)}</td>
        <td className={classes(num, money)}>{formatMoney(sums.net)}</td>
      </tr>
    }
  >
    {keyed(parts).map(({ key, payment, kind, gross, fee, net }) => (
      <tr key={key}>
        <td>{payment ? <Link href={billPage(payment.billId)}>{payorLabel(payment.assessment)}</Link> : <span className={muted}>{NOT_OURS}</span>}</td>
        <td className={secondary}>{payment?.assessment.program.name ?? '–'}</td>
        <td className={secondary}>{payoutLineLabels[kind]}</td>
        <td className={classes(num, money)}>{formatMoney(gross)}</td>
        <td className={classes(num, money)}>{formatMoney(fee)}</td>
        <td className={classes(num, money)}>{formatMoney(net)}</td>
      </tr>
    ))}
  </Table>
)

const PartRows = ({ parts, sums }: Props) => (
  <>
    <ul>
      {keyed(parts).map(({ key, payment, kind, gross, fee, net }) => (
        <ListRow
          key={key}
          main={
            payment ? (
              <>
                <Link href={billPage(payment.billId)} className={rowLink}>
                  {payorLabel(payment.assessment)}
                </Link>
                <span className={classes(small, muted)}>{payment.assessment.program.name}</span>
              </>
            ) : (
              <span className={muted}>{NOT_OURS}</span>
            )
          }
          side={<span className={classes(medium, money)}>{formatMoney(net)}</span>}
          meta={<span className={classes(small, muted)}>{`${payoutLineLabels[kind]} · Gross ${formatMoney(gross)} · Fee ${formatMoney(fee)}`}</span>}
        />
      ))}
    </ul>
    <div className={styles.beneath}>
      <Facts
        facts={[
          ['Sum, gross', formatMoney(sums.gross)],
          ['Sum, fees', formatMoney(sums.fee)],
          ['Sum, net', formatMoney(sums.net)],
        ]}
      />
    </div>
  </>
)

const PayoutParts = (props: Props) => {
  const Rows = useMedia(tabled) ? PartTable : PartRows
  return <Rows {...props} />
}

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
        <EmptyState level={3} icon={FileClock} title="Stripe has not reported yet what is in this payout">
          Stripe reports the list within a few days, once the payout is settled. Payouts made by hand have no list.
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

/** The lines of a payout, which add up to the amount on the bank statement. */
export const PayoutPage = () => {
  const { id } = useParams<{ id: string }>()
  return useOversees() ? <OverseenPayout id={id} /> : <NotAllowed title="Payout" back={back} action="view" thing="payment" />
}
