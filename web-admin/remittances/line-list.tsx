import { X } from 'lucide-react'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { dueWords } from '../../modules/shared/next-payment.ts'
import { dueNext, less, openDistance } from '../domain/bill/bill-words.tsx'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { List, type ListColumn } from '../ui/listed.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { sub } from '../ui/table.css.ts'
import { medium, money, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import type { OfferedBill, Problems } from './draft.ts'
import * as styles from './remittances.css.ts'

export type Line = OfferedBill & Readonly<{ typed: string | undefined; paid: number | null }>

type Props = {
  lines: readonly Line[]
  problems: Problems
  /** True while the shown amounts are out of date. */
  waiting: boolean
  onType: (billId: string, typed: string) => void
  onRemove: (billId: string) => void
}

const distanceOf = (line: Line) => openDistance({ ...line, status: 'Unpaid' })
const isTyped = ({ typed }: Line): boolean => typed !== undefined

/** The effect on the bill, if the amount is not its balance. */
const effectOf = ({ balance, paid }: Line): string | null =>
  paid === null || paid === balance ? null : paid === 0 ? 'Not paid' : `${formatMoney(less(balance, paid))} stays open`

const columnsOf = ({ problems, waiting, onType }: Props): ListColumn<Line>[] => {
  const amount = (line: Line) => (
    <>
      <MoneyField
        bare
        className={styles.amount}
        label={`Amount for ${line.payor}, ${line.program}, ${line.code}`}
        placeholder="0.00"
        typed={line.typed ?? line.paid?.toFixed(2) ?? ''}
        problem={problems[line.id]}
        onTyped={(typed) => onType(line.id, typed)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        data-line
      />
      <span className={classes(sub, waiting && !isTyped(line) && styles.waiting)}>{effectOf(line)}</span>
    </>
  )
  return [
    {
      head: 'Payor',
      cell: ({ payor, code }) => (
        <>
          <span className={medium}>{payor}</span>
          <span className={sub}>{code}</span>
        </>
      ),
      main: ({ payor, code, program }) => (
        <>
          <span className={medium}>{payor}</span>
          <span className={classes(small, muted)}>{`${program} · ${code}`}</span>
        </>
      ),
    },
    { head: 'Program', cellClass: secondary, cell: ({ program }) => program },
    {
      head: 'Due Date',
      cell: (line) => (
        <>
          <time dateTime={dueNext(line).slice(0, 10)} className={nowrap}>
            {formatDay(dueNext(line))}
          </time>
          <span className={classes(sub, nowrap)}>{distanceOf(line)}</span>
        </>
      ),
    },
    {
      ...{ head: 'Open', num: true, cellClass: money },
      cell: ({ balance }) => formatMoney(balance),
      meta: (line) => <span className={classes(small, muted)}>{`${formatMoney(line.balance)} open · ${dueWords(line)}`}</span>,
    },
    { head: 'Amount', num: true, headClass: styles.amountColumn, cell: amount, side: amount },
  ]
}

/** The bills of a remittance, with an editable amount each. */
export const LineList = (props: Props) => (
  <List
    caption="Bills to pay"
    items={props.lines}
    columns={columnsOf(props)}
    menu={{
      className: styles.removeColumn,
      inRows: true,
      of: (line) => <IconButton label={`Remove ${line.payor}, ${line.code}`} icon={X} onClick={() => props.onRemove(line.id)} />,
    }}
  />
)
