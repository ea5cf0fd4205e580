import type { Bill, Credit } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { useCredits } from '../domain/bill/bills.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { block, medium, money, muted, sectionHead, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'

type Task = 'apply' | 'pay-back'
type Props = { bill: Bill; onTask: (credit: Credit, task: Task) => void }

/** What the bill's payor has paid too much, on this bill or another. */
export const BillCredits = ({ bill, onTask }: Props) => {
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
