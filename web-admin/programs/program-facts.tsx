import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney, formatMoneyShort } from '../../modules/kernel/money.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { frequencyLabels } from '../../modules/programs/values.ts'
import { useProgramStats } from '../domain/program/calls.ts'
import { ProgramBadge } from '../domain/program/program-badge.tsx'
import { attachObstacle, type NextStep } from '../domain/program/program-words.ts'
import { Button, PlainButton } from '../ui/button.tsx'
import { Facts } from '../ui/card.tsx'
import { money } from '../ui/text.css.ts'
import * as styles from './programs.css.ts'

type FactsProps = { program: Program; mayChange: boolean; next: NextStep | null; onAttach: () => void }

export const ProgramFacts = ({ program, mayChange, next, onAttach }: FactsProps) => (
  <div className={styles.about}>
    <Facts
      facts={[
        ['Status', <ProgramBadge key="status" status={program.status} />],
        ['Campaign', <ProgramBadge key="campaign" status={program.campaignStatus} />],
        [
          'Payment Profile',
          program.paymentProfile ? (
            program.paymentProfile.name
          ) : next === 'attach' ? (
            <Button key="attach" look="primary" onClick={onAttach}>
              Attach Payment Profile
            </Button>
          ) : mayChange && attachObstacle(program) === undefined ? (
            <PlainButton key="attach" onClick={onAttach}>
              Attach Payment Profile
            </PlainButton>
          ) : (
            'Not set'
          ),
        ],
      ]}
    />
    <Facts
      facts={[
        [
          'Default Amount',
          <span key="amount" className={money}>
            {formatMoney(program.amount)}
          </span>,
        ],
        ['Type', program.type || 'Not set'],
        ['Frequency', `${frequencyLabels[program.frequency]}, due ${formatDay(program.dueDate)}`],
      ]}
    />
  </div>
)

/** The program's money at a glance. */
export const ProgramFigures = ({ id }: { id: string }) => {
  const { data } = useProgramStats(id, true)
  const sum = (value: number | undefined) => (value === undefined ? '–' : formatMoneyShort(value))
  const figures = [
    ['Payors', data ? data.count.toLocaleString('en-US') : '–'],
    ['Owed', sum(data?.totalOwed)],
    ['Paid', sum(data?.totalPaid)],
    ['Overdue', sum(data?.totalOverdue)],
  ] as const
  return (
    <dl className={styles.figures}>
      {figures.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
