import { Link } from 'wouter'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { PayoutPart } from '../../modules/payments/contract.ts'
import { payoutLineLabels } from '../../modules/payments/values.ts'
import { billPage, payorLabel } from '../domain/bill/bill-words.ts'
import type { Sums } from '../domain/payment/payout-words.ts'
import { Facts, ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { tabled } from '../ui/media.ts'
import { num, rowLink, wideColumn } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { medium, money, muted, secondary, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './payouts.css.ts'

type Props = { parts: readonly PayoutPart[]; sums: Sums }

/** Fees of Stripe's own, and what the account was paid for something else. */
const NOT_OURS = 'No payment of a bill'

/** Stripe's order stays, and a payment may be in a payout more than once. */
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

/** The lines of a payout with their sums: a table on the large screen, rows of two lines below. */
export const PayoutParts = (props: Props) => {
  const Rows = useMedia(tabled) ? PartTable : PartRows
  return <Rows {...props} />
}
