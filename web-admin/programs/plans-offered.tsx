import { money } from '../../modules/kernel/money.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { planCounts } from '../../modules/programs/values.ts'
import { LEAST_PART } from '../../modules/shared/monthly-parts.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { legend } from '../ui/field.css.ts'
import { CheckField } from '../ui/field.tsx'
import { muted, small } from '../ui/text.css.ts'
import * as styles from './programs.css.ts'

type Plans = Program['plans']

/** `amount`: the program's default amount as typed; null if it cannot be read. */
const partWords = (count: number, amount: number | null): string | undefined => {
  if (amount === null) return undefined
  const part = Math.floor(amount / count)
  return part < LEAST_PART ? 'Too small for the default amount' : `${money(part)} a month`
}

type Props = { amount: string; plans: Plans; onChange: (plans: Plans) => void }

/** The payment plans from which the payors of a program may choose (R138). */
export const PlansOffered = ({ amount, plans, onChange }: Props) => {
  const { cents } = readMoney(amount)
  return (
    <fieldset className={styles.plans} aria-describedby="plans-hint">
      <legend className={legend}>Payment plans</legend>
      <p id="plans-hint" className={`${small} ${muted}`}>
        {`Optional. Payors may pay their bill in monthly parts of at least ${money(LEAST_PART)}. Plans already chosen stay as they are.`}
      </p>
      <div className={styles.planCounts}>
        {planCounts.map((count) => (
          <CheckField
            key={count}
            label={`${count} parts`}
            hint={partWords(count, cents)}
            checked={plans.includes(count)}
            onChange={({ target }) => onChange(planCounts.filter((one) => (one === count ? target.checked : plans.includes(one))))}
          />
        ))}
      </div>
    </fieldset>
  )
}
