import { Link } from 'wouter'
import type { WaitingClaim } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { billPage, payorLabel } from '../domain/bill/bill-words.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { countDays } from '../ui/days.ts'
import { CheckField } from '../ui/field.tsx'
import { tabled } from '../ui/media.ts'
import { num, rowLink, sub } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { hidden, medium, muted, nowrap, overdue, secondary, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './claims.css.ts'

type Props = {
  claims: WaitingClaim[]
  ticked: ReadonlySet<string>
  /** Absent for those who may only read. */
  onTick?: ((billId: string, on: boolean) => void) | undefined
}

/** Admins get a mail about claims older than this. */
const A_WEEK = 7

const Waiting = ({ days }: { days: number }) => (
  <span className={classes(nowrap, days > A_WEEK && overdue)}>{days <= 0 ? 'since today' : countDays(days)}</span>
)

/** The amount that the payor sent. A claim on a bill with a plan may be for a part of it. */
export const sentIn = ({ amount, bill }: WaitingClaim): number => amount ?? bill.balance

const Tick = ({ claim, claim: { bill }, ticked, onTick }: Omit<Props, 'claims'> & { claim: WaitingClaim }) =>
  onTick && (
    <CheckField
      bare
      label={`${payorLabel(bill)}, ${bill.program.name}, ${formatMoney(sentIn(claim))}`}
      checked={ticked.has(bill.id)}
      onChange={({ target }) => onTick(bill.id, target.checked)}
    />
  )

const ClaimTable = ({ claims, ticked, onTick }: Props) => (
  <Table
    caption="Payments to confirm"
    head={
      <>
        {onTick && (
          <Th className={styles.tickColumn}>
            <span className={hidden}>Tick</span>
          </Th>
        )}
        <Th>Payor</Th>
        <Th>Program</Th>
        <Th>Method</Th>
        <Th>Reported On</Th>
        <Th>Waiting</Th>
        <Th num>Amount</Th>
      </>
    }
  >
    {claims.map((claim) => (
      <tr key={claim.bill.id}>
        {onTick && (
          <td>
            <Tick claim={claim} ticked={ticked} onTick={onTick} />
          </td>
        )}
        <td>
          <Link href={billPage(claim.bill.id)}>{payorLabel(claim.bill)}</Link>
          <span className={sub}>{claim.bill.code}</span>
        </td>
        <td className={secondary}>{claim.bill.program.name}</td>
        <td>{receiptLabel(claim.method)}</td>
        <td className={classes(secondary, nowrap)}>{formatDayOf(claim.claimedAt)}</td>
        <td>
          <Waiting days={claim.daysWaiting} />
        </td>
        <td className={classes(num, medium)}>{formatMoney(sentIn(claim))}</td>
      </tr>
    ))}
  </Table>
)

const ClaimRows = ({ claims, ticked, onTick }: Props) => (
  <ul>
    {claims.map((claim) => (
      <ListRow
        key={claim.bill.id}
        main={
          <div className={styles.withTick}>
            <Tick claim={claim} ticked={ticked} onTick={onTick} />
            <span>
              <Link href={billPage(claim.bill.id)} className={rowLink}>
                {payorLabel(claim.bill)}
              </Link>
              <span className={sub}>{`${claim.bill.program.name} · ${claim.bill.code}`}</span>
            </span>
          </div>
        }
        side={<span className={medium}>{formatMoney(sentIn(claim))}</span>}
        meta={
          <span className={classes(small, muted, onTick && styles.besideTick)}>
            {`${receiptLabel(claim.method)} · `}
            <Waiting days={claim.daysWaiting} />
          </span>
        }
      />
    ))}
  </ul>
)

export const ClaimsList = (props: Props) => {
  const Rows = useMedia(tabled) ? ClaimTable : ClaimRows
  return <Rows {...props} />
}
