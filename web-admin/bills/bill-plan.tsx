import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import type { Bill, Plan } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { block, medium, money, muted, sectionHead, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'
import { type BillTask, mayPlan } from './bill-actions.tsx'
import { usePlan } from './calls.ts'

type Part = Plan['parts'][number]

const badges: Record<Part['status'], BadgeContent> = {
  open: ['Open', 'neutral', Circle],
  paid: ['Paid', 'paid', CircleCheck],
  overdue: ['Missed', 'overdue', CircleAlert],
}

const PartLine = ({ part: { n, amount, dueDate, paid, status }, count }: { part: Part; count: number }) => (
  <li className={styles.money}>
    <span>
      <span className={styles.moneyName}>
        <time dateTime={dueDate.slice(0, 10)} className={medium}>
          {formatDay(dueDate)}
        </time>
        <Badge content={badges[status]} />
      </span>
      <span className={classes(small, muted, block)}>
        {`Part ${n} of ${count}${paid > 0 && paid < amount ? ` · ${formatMoney(paid)} paid` : ''}`}
      </span>
    </span>
    <span className={classes(medium, money)}>{formatMoney(amount)}</span>
  </li>
)

/** The monthly parts of a bill with a payment plan (R138). */
export const BillPlan = ({ bill, onTask }: { bill: Bill; onTask: (task: BillTask) => void }) => {
  const mayChange = useMayChange()
  const plan = usePlan(bill).data
  if (!plan || bill.nextDue === undefined) return null
  return (
    <section aria-labelledby="bill-plan">
      <div className={sectionHead}>
        <h2 id="bill-plan">Payment plan</h2>
        <span className={classes(small, muted)}>{plan.chosenBy === 'admin' ? 'Chosen by an Admin' : 'Chosen by the payor'}</span>
      </div>
      <ul>
        {plan.parts.map((part) => (
          <PartLine key={part.n} part={part} count={plan.parts.length} />
        ))}
      </ul>
      {mayChange && mayPlan(bill) && (
        <div className={styles.claim}>
          <Button onClick={() => onTask('plan')}>Change plan</Button>
          <Button onClick={() => onTask('cancel-plan')}>Cancel plan</Button>
        </div>
      )}
    </section>
  )
}
